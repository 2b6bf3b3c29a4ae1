import { cacheWrites, completionTokensOf, modalTokens } from '../../chat/reported-tokens';
import { asCount, asObject } from '../../http/json-reading';
import type { TokenUsage } from '../../contract/supplier';

export function fromOpenAiUsage(value: unknown): TokenUsage | null {
  const usage = asObject(value);
  const promptTokens = asCount(usage?.prompt_tokens);
  const countedTokens = asCount(usage?.completion_tokens);
  if (!usage || promptTokens === undefined || countedTokens === undefined) return null;
  const completionTokens = completionTokensOf(countedTokens, usage.total_tokens, promptTokens);
  const cachedTokens =
    asCount(asObject(usage.prompt_tokens_details)?.cached_tokens) ??
    asCount(usage.prompt_cache_hit_tokens) ??
    asCount(usage.cached_tokens) ??
    0;
  const prompt = asObject(usage.prompt_tokens_details);
  const completion = asObject(usage.completion_tokens_details);
  const reasoningTokens = asCount(completion?.reasoning_tokens) ?? 0;
  return {
    promptTokens,
    // A part is never more than its whole.
    cachedTokens: Math.min(cachedTokens, promptTokens),
    // OpenAI and OpenRouter, then Qwen.
    ...cacheWrites(
      prompt?.cache_write_tokens ?? prompt?.cache_creation_input_tokens,
      prompt?.cache_creation,
      Math.max(0, promptTokens - cachedTokens),
    ),
    completionTokens,
    reasoningTokens: Math.min(reasoningTokens, completionTokens),
    ...modalTokens({
      audioInputTokens: prompt?.audio_tokens,
      imageInputTokens: prompt?.image_tokens,
      audioOutputTokens: completion?.audio_tokens,
      imageOutputTokens: completion?.image_tokens,
    }),
  };
}
