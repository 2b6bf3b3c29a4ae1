import fc from 'fast-check';
import { fromAnthropicUsage } from '../vendors/anthropic/anthropic-usage';
import { fromGeminiUsage } from '../vendors/gemini/gemini-usage';
import { fromOpenAiUsage } from '../vendors/openai/openai-usage';
import { cacheWrites } from './reported-tokens';

const count = fc.integer({ min: 0, max: 1_000_000_000 });
const anything = fc.oneof(count, fc.constant(undefined), fc.constant(null), fc.string(), fc.integer(), fc.double());
const counts = fc.record({ prompt: count, completion: count, reasoning: count, total: anything });

describe('the usage that a supplier gives', () => {
  it('is at least the total without the prompt, and at least what was counted', () => {
    fc.assert(
      fc.property(counts, ({ prompt, completion, reasoning, total }) => {
        const read = [
          fromOpenAiUsage({
            prompt_tokens: prompt,
            completion_tokens: completion,
            total_tokens: total,
            completion_tokens_details: { reasoning_tokens: reasoning },
          }),
          fromGeminiUsage(
            {
              promptTokenCount: prompt,
              candidatesTokenCount: completion,
              thoughtsTokenCount: reasoning,
              totalTokenCount: total,
            },
            true,
          ),
        ];
        for (const usage of read) {
          if (!usage) throw new Error('Usage was not read');
          const isCount = typeof total === 'number' && Number.isInteger(total) && total >= 0 && total <= 1_000_000_000;
          expect(usage.completionTokens).toBeGreaterThanOrEqual(
            isCount ? Math.max(completion, total - prompt) : completion,
          );
          expect(usage.promptTokens).toBe(prompt);
          expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.completionTokens);
          if (!isCount) expect(usage.completionTokens).toBeLessThanOrEqual(completion + reasoning);
        }
      }),
    );
  });
});

describe('what was written to a cache', () => {
  it.each<[unknown, unknown, object]>([
    [undefined, undefined, {}],
    [0, { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 }, {}],
    [7, undefined, { cacheWriteTokens: 7 }],
    [
      7,
      { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 3 },
      { cacheWriteTokens: 7, longCacheWriteTokens: 3 },
    ],
    [undefined, { ephemeral_5m_input_tokens: 4 }, { cacheWriteTokens: 4 }],
    [2, { ephemeral_1h_input_tokens: 3 }, { cacheWriteTokens: 2, longCacheWriteTokens: 2 }],
    ['7', { ephemeral_1h_input_tokens: -3 }, {}],
  ])('is read from %j and %j', (written, byLifetime, expected) => {
    expect(cacheWrites(written, byLifetime)).toEqual(expected);
  });

  it('is part of the prompt of Anthropic', () => {
    const usage = {
      input_tokens: 345,
      cache_read_input_tokens: 10_000,
      cache_creation_input_tokens: 2_000,
      cache_creation: { ephemeral_5m_input_tokens: 1_500, ephemeral_1h_input_tokens: 500 },
      output_tokens: 678,
    };
    expect(fromAnthropicUsage(usage)).toEqual({
      promptTokens: 12_345,
      cachedTokens: 10_000,
      cacheWriteTokens: 2_000,
      longCacheWriteTokens: 500,
      completionTokens: 678,
      reasoningTokens: 0,
    });
  });

  it.each<[string, object]>([
    ['OpenAI', { cached_tokens: 10, cache_write_tokens: 20 }],
    ['Qwen', { cached_tokens: 10, cache_creation_input_tokens: 20, cache_creation: { ephemeral_5m_input_tokens: 20 } }],
  ])('is part of the prompt of %s, and never more than what was not read', (_, prompt_tokens_details) => {
    const usage = (prompt_tokens: number) =>
      fromOpenAiUsage({ prompt_tokens, completion_tokens: 1, prompt_tokens_details });
    expect(usage(100)).toMatchObject({ promptTokens: 100, cachedTokens: 10, cacheWriteTokens: 20 });
    expect(usage(15)).toMatchObject({ promptTokens: 15, cachedTokens: 10, cacheWriteTokens: 5 });
    expect(usage(5)).toEqual({ promptTokens: 5, cachedTokens: 5, completionTokens: 1, reasoningTokens: 0 });
  });
});
