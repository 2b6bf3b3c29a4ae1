import fc from 'fast-check';
import { fromGeminiUsage } from '../vendors/gemini/gemini-usage';
import { fromOpenAiUsage } from '../vendors/openai/openai-usage';

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
