import fc from 'fast-check';
import { UNIT_TYPES } from '../unit-types';
import { formatCny, MOST_NANO, parseCny } from '../money';
import { lineCostNano, supplierCost, totalCostNano } from './charge';

const units = fc.nat({ max: 2_000_000_000 });
const price = fc.bigInt({ min: 0n, max: 10n ** 15n });

/** Prices as operators write them, and harder ones: thirds of a nano, halves, primes and the maximum. */
const awkwardPrice = fc.oneof(
  price,
  fc.constantFrom(
    '0',
    '0.000000001',
    '0.0000005',
    '0.000000333',
    '0.000000667',
    '0.1',
    '0.000999999',
    '0.001000001',
    '3.141592653',
    '999999999.999999999',
  ),
);
/** Others are priced one by one. */
const unitSizes: Record<string, bigint> = {
  input_1k_tokens: 1_000n,
  output_1k_tokens: 1_000n,
  cache_read_1k_tokens: 1_000n,
  cache_write_1k_tokens: 1_000n,
  cache_write_1h_1k_tokens: 1_000n,
  reasoning_1k_tokens: 1_000n,
  audio_input_1k_tokens: 1_000n,
  audio_output_1k_tokens: 1_000n,
  image_input_1k_tokens: 1_000n,
  image_output_1k_tokens: 1_000n,
};

interface Fraction {
  over: bigint;
  under: bigint;
}

function nearest({ over, under }: Fraction): bigint {
  const below = over / under;
  const rest = over - below * under;
  return rest + rest >= under ? below + 1n : below;
}

describe('the cost of a line against an exact oracle of fractions', () => {
  const line = fc.record({ unitType: fc.constantFrom(...UNIT_TYPES), units, price: awkwardPrice });

  it('equals the exact fraction of its decimal price, rounded once', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        // The oracle reads the decimal as digits over a power of ten and never uses nano.
        const exact = lines.map(({ unitType, units: count, price: each }) => {
          const [whole = '0', places = ''] = typeof each === 'string' ? each.split('.') : [String(each)];
          const perCny: Fraction =
            typeof each === 'string'
              ? { over: BigInt(whole + places), under: 10n ** BigInt(places.length) }
              : { over: each, under: 10n ** 9n };
          return { over: perCny.over * BigInt(count) * 10n ** 9n, under: perCny.under * (unitSizes[unitType] ?? 1n) };
        });
        const charged = lines.map(({ unitType, units: count, price: each }) => ({
          unitType,
          units: count,
          unitPriceNano: typeof each === 'string' ? (parseCny(each) ?? -1n) : each,
        }));
        expect(charged.map(lineCostNano)).toEqual(exact.map(nearest));
        expect(totalCostNano(charged)).toBe(exact.map(nearest).reduce((sum, nano) => sum + nano, 0n));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is unchanged after formatting and parsing as CNY', () => {
    fc.assert(
      fc.property(units, fc.bigInt({ min: 0n, max: 10n ** 8n }), (count, unitPriceNano) => {
        const cost = lineCostNano({ unitType: 'output_1k_tokens', units: count, unitPriceNano });
        expect(parseCny(formatCny(cost))).toBe(cost);
      }),
    );
  });
});

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

  it('is the exact quotient, rounded half up', () => {
    fc.assert(
      fc.property(units, price, (count, unitPriceNano) => {
        const cost = lineCostNano({ unitType: 'input_1k_tokens', units: count, unitPriceNano });
        // cost − ½ ≤ exact < cost + ½, both sides times 2,000.
        const exact = 2n * BigInt(count) * unitPriceNano;
        expect((2n * cost - 1n) * 1_000n <= exact).toBe(true);
        expect(exact < (2n * cost + 1n) * 1_000n).toBe(true);
      }),
    );
  });

  it('is exact for units that are not thousands', () => {
    fc.assert(
      fc.property(units, price, (count, unitPriceNano) => {
        expect(lineCostNano({ unitType: 'image', units: count, unitPriceNano })).toBe(BigInt(count) * unitPriceNano);
      }),
    );
  });

  it('never decreases when units are added', () => {
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

describe('the cost of a supplier', () => {
  const prices = (...list: [string, string][]) => ({
    supplierPrices: list.map(([unit_type, price_nano]) => ({ unit_type, price_nano })),
  });
  const chat = [
    { unitType: 'input_1k_tokens', units: 11 },
    { unitType: 'cache_read_1k_tokens', units: 5 },
    { unitType: 'output_1k_tokens', units: 4 },
  ];

  it('uses its own prices, and the price of input for a class without one', () => {
    expect(supplierCost(prices(['input_1k_tokens', '1000000'], ['output_1k_tokens', '3000000']), chat)).toBe(
      11_000n + 5_000n + 12_000n,
    );
    const written = [
      { unitType: 'cache_write_1k_tokens', units: 3 },
      { unitType: 'cache_write_1h_1k_tokens', units: 2 },
    ];
    expect(supplierCost(prices(['input_1k_tokens', '1000000']), written)).toBe(5_000n);
    const writing: [string, string] = ['cache_write_1k_tokens', '1250000'];
    expect(supplierCost(prices(['input_1k_tokens', '1000000'], writing), written)).toBe(6_250n);
    expect(supplierCost(prices(writing, ['cache_write_1h_1k_tokens', '2000000']), written)).toBe(7_750n);
    expect(supplierCost(prices(['image', '7']), [{ unitType: 'image', units: 3 }])).toBe(21n);
  });

  it('is at most what Postgres can store', () => {
    expect(supplierCost(prices(['image', '999999999999999999']), [{ unitType: 'image', units: 10 }])).toBe(MOST_NANO);
  });

  it('is unknown without a price', () => {
    expect(supplierCost(prices(), chat)).toBeNull();
    expect(supplierCost(prices(['input_1k_tokens', '0']), [{ unitType: 'image', units: 1 }])).toBeNull();
    expect(supplierCost(prices(['input_1k_tokens', '0']), chat)).toBe(0n);
  });
});
