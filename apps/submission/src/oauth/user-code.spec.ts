import fc from 'fast-check';
import { mintUserCode, readUserCode } from './user-code';

describe('a user code', () => {
  it('has eight consonants in two groups', () => {
    for (let count = 0; count < 1_000; count += 1)
      expect(mintUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it.each([
    { typed: 'BCDF-GHJK' },
    { typed: 'bcdfghjk' },
    { typed: ' bcdf ghjk ' },
    { typed: 'BCDF–GHJK' },
    { typed: 'b-c-d-f-g-h-j-k' },
  ])('is read from "$typed"', ({ typed }) => {
    expect(readUserCode(typed)).toBe('BCDF-GHJK');
  });

  it.each([
    { typed: '' },
    { typed: 'BCDF-GHJ' },
    { typed: 'BCDF-GHJKL' },
    { typed: 'ACDF-GHJK' },
    { typed: 'BCDF-GHJ1' },
  ])('is not read from "$typed"', ({ typed }) => {
    expect(readUserCode(typed)).toBeNull();
  });

  it('is the code itself or nothing, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (typed) => {
        const code = readUserCode(typed);
        return code === null || (readUserCode(code) === code && code.length === 9);
      }),
    );
    const code = mintUserCode();
    expect(readUserCode(code)).toBe(code);
  });
});
