import fc from 'fast-check';
import { daysLeft, isHighLoss, sharesReached } from './alert-rules';

describe('the rules of alerts', () => {
  it('name the shares of a budget that are used up', () => {
    expect(sharesReached(79_999n, 100_000n)).toEqual([]);
    expect(sharesReached(80_000n, 100_000n)).toEqual([80]);
    expect(sharesReached(99_999n, 100_000n)).toEqual([80]);
    expect(sharesReached(100_000n, 100_000n)).toEqual([80, 100]);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 18n }), (used, amount) => {
        expect(sharesReached(used, amount).includes(100)).toBe(used >= amount);
      }),
    );
  });

  it('say how many days the money lasts at the rate of the last hours', () => {
    expect(daysLeft({ availableNano: 70n, spentNano: 10n, hours: 24 })).toBe(7);
    expect(daysLeft({ availableNano: 70n, spentNano: 10n, hours: 12 })).toBe(3.5);
    expect(daysLeft({ availableNano: -5n, spentNano: 10n, hours: 24 })).toBe(-0.5);
    expect(daysLeft({ availableNano: 70n, spentNano: 0n, hours: 24 })).toBeNull();
  });

  it('call losses high from 1 % of the charges on', () => {
    expect([isHighLoss(1n, 100n), isHighLoss(2n, 100n), isHighLoss(0n, 0n), isHighLoss(1n, 0n)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
