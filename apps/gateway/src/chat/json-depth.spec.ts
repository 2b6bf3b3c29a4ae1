import fc from 'fast-check';
import { isDeeperThan } from './json-depth';

describe('the depth of a JSON value', () => {
  const wrapped = (value: unknown, wraps: boolean[]) =>
    wraps.reduce((inner, asList) => (asList ? ['a', inner] : { a: 1, inner }), value);

  it('is the number of nested lists and objects', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 1, null, true), fc.array(fc.boolean(), { maxLength: 40 }), (value, wraps) => {
        const nested = wrapped(value, wraps);
        expect(isDeeperThan(nested, wraps.length)).toBe(false);
        if (wraps.length > 0) expect(isDeeperThan(nested, wraps.length - 1)).toBe(true);
      }),
    );
  });

  it('is found for a value of any depth', () => {
    expect(isDeeperThan(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)), 500)).toBe(true);
  });
});
