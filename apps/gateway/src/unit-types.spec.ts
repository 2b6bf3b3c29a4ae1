import { PRODUCTS } from './products';
import { priceOrParents, UNIT_TYPES, unitTypesOf } from './unit-types';

const priceIn = (prices: Record<string, number>) => (unitType: string) => new Map(Object.entries(prices)).get(unitType);

describe('the unit types', () => {
  it('cost as their nearest parent with a price', () => {
    const all = { input_1k_tokens: 1, cache_write_1k_tokens: 2, cache_write_1h_1k_tokens: 3 };
    const { cache_write_1h_1k_tokens: _, ...withoutHour } = all;
    expect(priceOrParents('cache_write_1h_1k_tokens', priceIn(all))).toBe(3);
    expect(priceOrParents('cache_write_1h_1k_tokens', priceIn(withoutHour))).toBe(2);
    expect(priceOrParents('cache_write_1h_1k_tokens', priceIn({ input_1k_tokens: 1 }))).toBe(1);
    for (const unitType of unitTypesOf('text').filter((each) => each !== 'request'))
      expect(priceOrParents(unitType, priceIn({ input_1k_tokens: 1 }))).toBe(1);
  });

  it('cost nothing else', () => {
    for (const unitType of ['image', 'request', 'input_1k_tokens', 'something', 'constructor'])
      expect(priceOrParents(unitType, priceIn({ output_1k_tokens: 1 }))).toBeUndefined();
  });

  it('are those of the products', () => {
    expect(new Set(PRODUCTS.flatMap(unitTypesOf))).toEqual(new Set(UNIT_TYPES));
    expect(new Set(UNIT_TYPES).size).toBe(UNIT_TYPES.length);
  });
});
