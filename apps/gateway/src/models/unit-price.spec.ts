import fc from 'fast-check';
import type { ModelPrice } from './price-book';
import { requiredPrice, unitPriceOf } from './unit-price';

const price = (priceNano: bigint, qualifiers: Partial<ModelPrice> = {}): ModelPrice => ({
  unitType: 'image',
  unitName: 'image',
  priceNano,
  aboveInputTokens: null,
  size: null,
  quality: null,
  depth: null,
  ...qualifiers,
});

describe('the price of a unit', () => {
  const prices = [
    price(1n),
    price(2n, { size: '1x1' }),
    price(3n, { quality: 'high' }),
    price(4n, { size: '1x1', quality: 'low' }),
    price(5n, { unitType: 'request', depth: 'advanced' }),
    price(6n, { unitType: 'request' }),
  ];
  const of = (facts: object, unitType = 'image') => unitPriceOf({ prices, priceList: 'base' }, unitType, facts);

  it('is the most special one that fits, and says what applied', () => {
    expect(of({})).toEqual({ unitPriceNano: 1n, terms: undefined });
    expect(of({ size: '2x2', quality: 'low' })).toEqual({ unitPriceNano: 1n, terms: undefined });
    expect(of({ size: '1x1', quality: 'low' })).toEqual({ unitPriceNano: 4n, terms: { size: '1x1', quality: 'low' } });
    expect(of({ size: '1x1', quality: 'high' })).toEqual({ unitPriceNano: 2n, terms: { size: '1x1' } });
    expect(of({ size: '2x2', quality: 'high' })?.terms).toEqual({ quality: 'high' });
    expect(of({ depth: 'advanced' }, 'request')).toEqual({ unitPriceNano: 5n, terms: { depth: 'advanced' } });
    expect(of({ depth: 'basic' }, 'request')).toEqual({ unitPriceNano: 6n, terms: undefined });
    expect(unitPriceOf({ prices, priceList: 'partner' }, 'image')?.terms).toEqual({ price_list: 'partner' });
  });

  it('is never free by accident', () => {
    const special = { prices: [price(0n, { size: '1x1' })] };
    expect(requiredPrice(special, 'image', { size: '1x1' }).unitPriceNano).toBe(0n);
    expect(() => requiredPrice(special, 'image', { size: '2x2' })).toThrow(/no price/);
    expect(() => requiredPrice(special, 'request')).toThrow(/no price/);
  });

  it('does not depend on the order of the prices', () => {
    const facts = fc.record({ size: fc.constantFrom('1x1', '2x2'), quality: fc.constantFrom('low', 'high') });
    const shuffled = fc.shuffledSubarray(prices, { minLength: prices.length });
    fc.assert(
      fc.property(shuffled, facts, (each, asked) => {
        expect(unitPriceOf({ prices: each }, 'image', asked)).toEqual(of(asked));
      }),
    );
  });
});
