import fc from 'fast-check';
import { amountProblem, checkedCny, formatCny, parseCny, toCnyNumber } from './money';

describe('money', () => {
  it.each([
    ['12.50', 12_500_000_000n],
    ['0', 0n],
    ['0.000000001', 1n],
    ['-3', -3_000_000_000n],
    ['-0.5', -500_000_000n],
  ])('reads %s', (text, nano) => {
    expect(parseCny(text)).toBe(nano);
  });

  it.each(['', '.5', '1.', '1e3', '+1', '1,5', ' 1', '0.0000000001', '1234567890', 'NaN', '１'])(
    'refuses %j',
    (text) => {
      expect(parseCny(text)).toBeNull();
    },
  );

  it.each([
    [12_500_000_000n, '12.50'],
    [0n, '0.00'],
    [1n, '0.000000001'],
    [-500_000_000n, '-0.50'],
    [-3_000_000_001n, '-3.000000001'],
  ])('writes %s', (nano, text) => {
    expect(formatCny(nano)).toBe(text);
  });

  it('reads what it writes', () => {
    const largest = 10n ** 18n - 1n;
    fc.assert(
      fc.property(fc.bigInt({ min: -largest, max: largest }), (nano) => expect(parseCny(formatCny(nano))).toBe(nano)),
    );
  });

  it('reads sums that are longer than what may be typed', () => {
    fc.assert(fc.property(fc.bigInt(), (nano) => expect(checkedCny(formatCny(nano))).toBe(nano)));
    expect(() => checkedCny('1000000000')).toThrow('unchecked');
  });

  it('is exact as a JSON number up to a million CNY', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (nano) => {
        expect(BigInt(Math.round(toCnyNumber(nano) * 1e9))).toBe(nano);
      }),
    );
  });

  it.each<[unknown, RegExp]>([
    [12.5, /decimal string/],
    [null, /decimal string/],
    ['1e3', /decimal string/],
    ['-0.000000001', /at least 0.00/],
    ['10.000000001', /at most 10.00/],
  ])('does not accept %j as input', (value, problem) => {
    expect(amountProblem(value, { min: 0n, max: 10_000_000_000n })).toMatch(problem);
  });

  it('accepts as input what can be parsed and is within its bounds', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000n }), (nano) => {
        expect(amountProblem(formatCny(nano), { min: 0n, max: 10_000_000_000n })).toBeNull();
        expect(checkedCny(formatCny(nano))).toBe(nano);
      }),
    );
  });
});
