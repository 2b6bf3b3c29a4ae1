import fc from 'fast-check';
import { lineCostNano, totalCostNano } from './charge';

const units = fc.nat({ max: 2_000_000_000 });
const price = fc.bigInt({ min: 0n, max: 10n ** 15n });

describe('the cost of a line', () => {
  it.each([
    ['input_1k_tokens', 1, 1_000n, 1n],
    ['input_1k_tokens', 1, 499n, 0n],
    ['input_1k_tokens', 1, 500n, 1n],
    ['output_1k_tokens', 3, 333n, 1n],
    ['image', 3, 40_000_000n, 120_000_000n],
    ['request', 1, 7n, 7n],
    ['cache_read_1k_tokens', 0, 10n ** 15n, 0n],
  ])('%s: %d units at %d cost %d', (unitType, count, unitPriceNano, cost) => {
    expect(lineCostNano({ unitType, units: count, unitPriceNano })).toBe(cost);
  });

  it('is the whole number nearest to the exact quotient, the larger of two', () => {
    fc.assert(
      fc.property(units, price, (count, unitPriceNano) => {
        const cost = lineCostNano({ unitType: 'input_1k_tokens', units: count, unitPriceNano });
        // cost − ½ ≤ exact < cost + ½, with both sides times 2,000.
        const exact = 2n * BigInt(count) * unitPriceNano;
        expect((2n * cost - 1n) * 1_000n <= exact).toBe(true);
        expect(exact < (2n * cost + 1n) * 1_000n).toBe(true);
      }),
    );
  });

  it('is exact where a unit is one', () => {
    fc.assert(
      fc.property(units, price, (count, unitPriceNano) => {
        expect(lineCostNano({ unitType: 'image', units: count, unitPriceNano })).toBe(BigInt(count) * unitPriceNano);
      }),
    );
  });

  it('never falls when units are added', () => {
    fc.assert(
      fc.property(units, fc.nat({ max: 1_000_000 }), price, (count, more, unitPriceNano) => {
        const line = { unitType: 'output_1k_tokens', units: count, unitPriceNano };
        expect(lineCostNano({ ...line, units: count + more }) >= lineCostNano(line)).toBe(true);
      }),
    );
  });

  it('is rounded line by line, then summed', () => {
    const half = { unitType: 'input_1k_tokens', units: 1, unitPriceNano: 500n };
    expect(totalCostNano([half, half, half])).toBe(3n);
  });
});
