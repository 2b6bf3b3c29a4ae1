import fc from 'fast-check';
import { totalCostNano } from '../billing';
import type { CatalogModel } from '../models';
import { chatCost, chatPrices, highestChatCost } from './chat-cost';

const catalogModel = (prices: Record<string, bigint>) =>
  ({ prices: Object.entries(prices).map(([unitType, priceNano]) => ({ unitType, priceNano })) }) as CatalogModel;

describe('the prices of a chat', () => {
  it('bill a class without a price as input', () => {
    expect(chatPrices(catalogModel({ input_1k_tokens: 7n }))).toEqual({
      inputNano: 7n,
      outputNano: 7n,
      cacheReadNano: 7n,
    });
  });

  it('may be zero, but must exist', () => {
    expect(chatPrices(catalogModel({ input_1k_tokens: 0n, output_1k_tokens: 0n }))).toEqual({
      inputNano: 0n,
      outputNano: 0n,
      cacheReadNano: 0n,
    });
    expect(() => chatPrices(catalogModel({ output_1k_tokens: 1n }))).toThrow(/no price/);
    expect(() => chatPrices(catalogModel({}))).toThrow(/no price/);
  });
});

describe('the cost of a chat', () => {
  const prices = { inputNano: 2_000_000n, outputNano: 6_000_000n, cacheReadNano: 500_000n };

  it('bills each token once: cached ones at their own price, the rest of the prompt as input', () => {
    const lines = chatCost(prices, {
      promptTokens: 1_000,
      cachedTokens: 400,
      completionTokens: 50,
      reasoningTokens: 20,
    });
    expect(lines).toEqual([
      { unitType: 'input_1k_tokens', units: 600, unitPriceNano: 2_000_000n },
      { unitType: 'cache_read_1k_tokens', units: 400, unitPriceNano: 500_000n },
      { unitType: 'output_1k_tokens', units: 50, unitPriceNano: 6_000_000n },
    ]);
  });

  it('never exceeds the highest cost, except for rounding, whatever part of the prompt was cached', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const tokens = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(
        price,
        price,
        price,
        tokens,
        tokens,
        tokens,
        (inputNano, outputNano, cacheReadNano, promptTokens, cached, outputTokens) => {
          const list = { inputNano, outputNano, cacheReadNano };
          const usage = {
            promptTokens,
            cachedTokens: Math.min(cached, promptTokens),
            completionTokens: outputTokens,
            reasoningTokens: 0,
          };
          const highest = highestChatCost(list, { most: promptTokens + 1, held: promptTokens }, outputTokens);
          expect(totalCostNano(chatCost(list, usage)) <= highest.exactNano() + 1n).toBe(true);
          expect(highest.leastNano <= highest.exactNano() && highest.exactNano() <= highest.mostNano).toBe(true);
        },
      ),
    );
  });
});
