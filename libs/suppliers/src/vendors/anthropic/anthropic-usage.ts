import { asCount, asObject, type JsonObject } from '../../http/json-reading';
import type { TokenUsage } from '../../contract/supplier';

/**
 * `input_tokens` excludes cache reads and writes, so both are added. Writes have no own price and are billed as input.
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

/** Later figures replace earlier ones, because they are sums. */
export function joinUsage(earlier: JsonObject, later: unknown): JsonObject {
  const said = Object.entries(asObject(later) ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(said) };
}
