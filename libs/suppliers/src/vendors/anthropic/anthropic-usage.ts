import { asCount, asObject, type JsonObject } from '../../http/json-reading';
import type { TokenUsage } from '../../contract/supplier';

/**
 * Usage as OpenAI counts it, or null where there is none. `input_tokens` has neither what was read from the cache nor
 * what was written to it: both are part of the prompt. Writes have no price of their own here, so they are billed as
 * input. `output_tokens` has all thinking; there is no total on this wire.
 */
export function fromAnthropicUsage(value: unknown): TokenUsage | null {
  const usage = asObject(value);
  const inputTokens = asCount(usage?.input_tokens);
  const completionTokens = asCount(usage?.output_tokens);
  if (!usage || inputTokens === undefined || completionTokens === undefined) return null;
  const cachedTokens = asCount(usage.cache_read_input_tokens) ?? 0;
  const reasoningTokens = asCount(asObject(usage.output_tokens_details)?.thinking_tokens) ?? 0;
  return {
    promptTokens: inputTokens + (asCount(usage.cache_creation_input_tokens) ?? 0) + cachedTokens,
    cachedTokens,
    completionTokens,
    // A part is never more than its whole.
    reasoningTokens: Math.min(reasoningTokens, completionTokens),
  };
}

/** What a later event of a stream says takes the place of what an earlier one said: its figures are sums. */
export function joinUsage(earlier: JsonObject, later: unknown): JsonObject {
  const said = Object.entries(asObject(later) ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(said) };
}
