import { asCount } from './json-reading';

describe('a count in an answer', () => {
  it.each([0, 1, 1_000_000_000])('can be %i', (count) => expect(asCount(count)).toBe(count));

  it.each([-1, 0.5, NaN, Infinity, 1_000_000_001, Number.MAX_SAFE_INTEGER, 2 ** 64 - 1, '7', null, undefined, true])(
    'is none where it says %p',
    (count) => {
      expect(asCount(count)).toBeUndefined();
    },
  );
});
