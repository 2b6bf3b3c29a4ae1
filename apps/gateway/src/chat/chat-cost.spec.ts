import fc from 'fast-check';
import { totalCostNano } from '../billing';
import { TOKEN_CLASSES, boughtUnits, chatCost, chatPrices, highestChatCost, unpricedUnits } from './chat-cost';
import { pricesNamed } from './prices-named';

const pricesOf = (prices: Record<string, bigint>) => chatPrices(pricesNamed(prices));
const nanoOf = (prices: Record<string, bigint>) =>
  Object.fromEntries(
    Object.entries(pricesOf(prices)[0].classes).map(([unitType, { unitPriceNano }]) => [unitType, unitPriceNano]),
  );

describe('the prices of a chat', () => {
  it('bill a class without a price as its parent', () => {
    const all = Object.fromEntries(TOKEN_CLASSES.map((unitType) => [unitType, 7n]));
    expect(nanoOf({ input_1k_tokens: 7n })).toEqual(all);
    expect(nanoOf({ input_1k_tokens: 7n, output_1k_tokens: 9n })).toEqual({
      ...all,
      output_1k_tokens: 9n,
      reasoning_1k_tokens: 9n,
      audio_output_1k_tokens: 9n,
      image_output_1k_tokens: 9n,
    });
    expect(nanoOf({ input_1k_tokens: 7n, cache_write_1k_tokens: 9n })).toEqual({
      ...all,
      cache_write_1k_tokens: 9n,
      cache_write_1h_1k_tokens: 9n,
    });
  });

  it('may be zero, but must exist', () => {
    expect(new Set(Object.values(nanoOf({ input_1k_tokens: 0n, output_1k_tokens: 0n })))).toEqual(new Set([0n]));
    expect(() => pricesOf({ output_1k_tokens: 1n })).toThrow(/no price/);
    expect(() => pricesOf({ 'input_1k_tokens above 10': 1n })).toThrow(/no price/);
    expect(() => pricesOf({})).toThrow(/no price/);
  });
});

describe('the cost of a chat', () => {
  const named = {
    input_1k_tokens: 2_000_000n,
    output_1k_tokens: 6_000_000n,
    cache_read_1k_tokens: 500_000n,
    cache_write_1k_tokens: 2_500_000n,
    cache_write_1h_1k_tokens: 4_000_000n,
  };
  const prices = pricesOf(named);

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

  it('takes sound, images and reasoning out of their whole, once each, and no more than there is', () => {
    const all = pricesOf({
      ...named,
      reasoning_1k_tokens: 1n,
      audio_input_1k_tokens: 2n,
      image_input_1k_tokens: 3n,
      audio_output_1k_tokens: 4n,
      image_output_1k_tokens: 5n,
      request: 6n,
    });
    const unitsOf = (usage: object) =>
      Object.fromEntries(
        chatCost(all, {
          promptTokens: 100,
          cachedTokens: 60,
          completionTokens: 50,
          reasoningTokens: 0,
          ...usage,
        }).map(({ unitType, units }) => [unitType, units]),
      );
    const parts = { audioInputTokens: 25, imageInputTokens: 25, audioOutputTokens: 7, imageOutputTokens: 8 };
    expect(unitsOf({ ...parts, reasoningTokens: 30 })).toEqual({
      input_1k_tokens: 0,
      cache_read_1k_tokens: 60,
      audio_input_1k_tokens: 25,
      image_input_1k_tokens: 15,
      output_1k_tokens: 5,
      reasoning_1k_tokens: 30,
      audio_output_1k_tokens: 7,
      image_output_1k_tokens: 8,
      request: 1,
    });
  });

  it('puts a class that nobody priced into the line of its parent, and reports it', () => {
    const usage = {
      promptTokens: 100,
      cachedTokens: 0,
      cacheWriteTokens: 10,
      longCacheWriteTokens: 4,
      audioInputTokens: 20,
      completionTokens: 50,
      reasoningTokens: 30,
      imageOutputTokens: 5,
    };
    const some = pricesOf({ input_1k_tokens: 1n, output_1k_tokens: 2n, cache_write_1k_tokens: 3n });
    expect(chatCost(some, usage).map(({ unitType, units, unitPriceNano }) => [unitType, units, unitPriceNano])).toEqual(
      [
        ['input_1k_tokens', 90, 1n],
        ['cache_write_1k_tokens', 6, 3n],
        ['cache_write_1h_1k_tokens', 4, 3n],
        ['output_1k_tokens', 50, 2n],
      ],
    );
    expect(unpricedUnits(some, usage).map(({ unitType, units }) => [unitType, units])).toEqual([
      ['cache_write_1h_1k_tokens', 4],
      ['audio_input_1k_tokens', 20],
      ['reasoning_1k_tokens', 30],
      ['image_output_1k_tokens', 5],
    ]);
    // The supplier may price what we do not.
    expect(boughtUnits(usage)).toContainEqual({ unitType: 'reasoning_1k_tokens', units: 30 });
  });

  it('costs the step that the prompt exceeds, for all of its tokens', () => {
    const steps = pricesOf({ input_1k_tokens: 1n, 'input_1k_tokens above 20': 5n, 'input_1k_tokens above 10': 3n });
    const lineOf = (promptTokens: number) =>
      chatCost(steps, { promptTokens, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 })[0];
    expect([10, 11, 20, 21].map((tokens) => lineOf(tokens)?.unitPriceNano)).toEqual([1n, 3n, 3n, 5n]);
    expect(lineOf(10)?.terms).toBeUndefined();
    expect(lineOf(21)?.terms).toEqual({ above_input_tokens: 20 });
  });

  it('is held at the dearest class that the chat may have, and the dearest step in reach', () => {
    const held = (classes: Parameters<typeof highestChatCost>[1]['classes'], of = prices) =>
      highestChatCost(of, { input: { most: 2_000, held: 1_000 }, outputTokens: 1_000, classes }).exactNano();
    expect([held([]), held(['cache_write_1h_1k_tokens'])]).toEqual([8_500_000n, 10_000_000n]);
    const steps = (above: number) =>
      pricesOf({ ...named, [`input_1k_tokens above ${above}`]: 9_000_000n, request: 5n });
    expect([held([], steps(999)), held([], steps(1_000))]).toEqual([15_000_005n, 8_500_005n]);
    const spoken = pricesOf({ ...named, audio_output_1k_tokens: 7_000_000n, reasoning_1k_tokens: 6_500_000n });
    expect([held([], spoken), held(['audio_output_1k_tokens'], spoken)]).toEqual([9_000_000n, 9_500_000n]);
  });

  it('never exceeds the highest cost, except for rounding, whatever part of the prompt was cached', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const tokens = fc.nat({ max: 1_000_000 });
    const list = fc.dictionary(
      fc.constantFrom(...TOKEN_CLASSES.flatMap((unitType) => [unitType, `${unitType} above 500000`]), 'request'),
      price,
    );
    const usage = fc
      .record({ input: tokens, cachedTokens: tokens, short: tokens, long: tokens, completionTokens: tokens })
      .chain(({ input, short, long, ...used }) =>
        fc.record({
          promptTokens: fc.constant(input + used.cachedTokens + short + long),
          cachedTokens: fc.constant(used.cachedTokens),
          cacheWriteTokens: fc.constant(short + long),
          longCacheWriteTokens: fc.constant(long),
          completionTokens: fc.constant(used.completionTokens),
          reasoningTokens: fc.nat({ max: used.completionTokens }),
          audioInputTokens: fc.nat({ max: input }),
          imageOutputTokens: fc.nat({ max: used.completionTokens }),
        }),
      );
    fc.assert(
      fc.property(list, price, usage, (each, inputNano, used) => {
        const of = pricesOf({ ...each, input_1k_tokens: inputNano });
        const input = { most: used.promptTokens + 1, held: used.promptTokens };
        const highest = highestChatCost(of, { input, outputTokens: used.completionTokens, classes: TOKEN_CLASSES });
        const lines = chatCost(of, used);
        // Each line is rounded by itself.
        expect(totalCostNano(lines) <= highest.exactNano() + BigInt(lines.length)).toBe(true);
        expect(highest.leastNano <= highest.exactNano() && highest.exactNano() <= highest.mostNano).toBe(true);
        const tokens = lines.filter(({ unitType }) => unitType !== 'request').map(({ units }) => units);
        expect(tokens.reduce((sum, count) => sum + count, 0)).toBe(used.promptTokens + used.completionTokens);
      }),
    );
  });
});
