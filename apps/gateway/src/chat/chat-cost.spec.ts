import fc from 'fast-check';
import { totalCostNano } from '../billing';
import type { CatalogModel } from '../models';
import { chatCost, chatPrices, highestChatCost } from './chat-cost';

const catalogModel = (prices: Record<string, bigint>) =>
  ({ prices: Object.entries(prices).map(([unitType, priceNano]) => ({ unitType, priceNano })) }) as CatalogModel;

describe('the prices of a chat', () => {
  it('bill a class without a price as input', () => {
    expect(chatPrices(catalogModel({ input_1k_tokens: 7n }))).toEqual({
      input_1k_tokens: 7n,
      output_1k_tokens: 7n,
      cache_read_1k_tokens: 7n,
      cache_write_1k_tokens: 7n,
      cache_write_1h_1k_tokens: 7n,
    });
  });

  it('bill a cache of an hour as any other cache, where it has no price', () => {
    const prices = chatPrices(catalogModel({ input_1k_tokens: 7n, cache_write_1k_tokens: 9n }));
    expect(prices.cache_write_1h_1k_tokens).toBe(9n);
    expect(prices.cache_read_1k_tokens).toBe(7n);
  });

  it('may be zero, but must exist', () => {
    const prices = chatPrices(catalogModel({ input_1k_tokens: 0n, output_1k_tokens: 0n }));
    expect(Object.values(prices)).toEqual([0n, 0n, 0n, 0n, 0n]);
    expect(() => chatPrices(catalogModel({ output_1k_tokens: 1n }))).toThrow(/no price/);
    expect(() => chatPrices(catalogModel({}))).toThrow(/no price/);
  });
});

describe('the cost of a chat', () => {
  const prices = {
    input_1k_tokens: 2_000_000n,
    output_1k_tokens: 6_000_000n,
    cache_read_1k_tokens: 500_000n,
    cache_write_1k_tokens: 2_500_000n,
    cache_write_1h_1k_tokens: 4_000_000n,
  };

  it('bills each token once: cached ones at their own price, the rest of the prompt as input', () => {
    const lines = chatCost(prices, {
      promptTokens: 1_000,
      cachedTokens: 400,
      cacheWriteTokens: 300,
      longCacheWriteTokens: 100,
      completionTokens: 50,
      reasoningTokens: 20,
    });
    expect(lines).toEqual([
      { unitType: 'input_1k_tokens', units: 300, unitPriceNano: 2_000_000n },
      { unitType: 'cache_read_1k_tokens', units: 400, unitPriceNano: 500_000n },
      { unitType: 'cache_write_1k_tokens', units: 200, unitPriceNano: 2_500_000n },
      { unitType: 'cache_write_1h_1k_tokens', units: 100, unitPriceNano: 4_000_000n },
      { unitType: 'output_1k_tokens', units: 50, unitPriceNano: 6_000_000n },
    ]);
  });

  it('is held at the dearest class that the prompt may have', () => {
    const held = (writesLongCache: boolean) =>
      highestChatCost(prices, { input: { most: 2_000, held: 1_000 }, outputTokens: 0, writesLongCache }).exactNano();
    expect([held(false), held(true)]).toEqual([2_500_000n, 4_000_000n]);
  });

  it('never exceeds the highest cost, except for rounding, whatever part of the prompt was cached', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const tokens = fc.nat({ max: 1_000_000 });
    const list = fc.record({
      input_1k_tokens: price,
      output_1k_tokens: price,
      cache_read_1k_tokens: price,
      cache_write_1k_tokens: price,
      cache_write_1h_1k_tokens: price,
    });
    const usage = fc
      .record({ input: tokens, cachedTokens: tokens, short: tokens, long: tokens, completionTokens: tokens })
      .map(({ input, short, long, ...used }) => ({
        ...used,
        promptTokens: input + used.cachedTokens + short + long,
        cacheWriteTokens: short + long,
        longCacheWriteTokens: long,
        reasoningTokens: 0,
      }));
    fc.assert(
      fc.property(list, usage, (each, used) => {
        const input = { most: used.promptTokens + 1, held: used.promptTokens };
        const writesLongCache = used.longCacheWriteTokens > 0;
        const highest = highestChatCost(each, { input, outputTokens: used.completionTokens, writesLongCache });
        // Each line is rounded by itself.
        expect(totalCostNano(chatCost(each, used)) <= highest.exactNano() + 3n).toBe(true);
        expect(highest.leastNano <= highest.exactNano() && highest.exactNano() <= highest.mostNano).toBe(true);
      }),
    );
  });
});
