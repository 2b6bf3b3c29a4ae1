import { asCount, asObject, type JsonObject } from '../../http/json-reading';
import { cacheWrites } from '../../chat/reported-tokens';
import type { TokenUsage } from '../../contract/supplier';

/** `input_tokens` excludes cache reads and writes, so both are added. */
export function fromAnthropicUsage(value: unknown): TokenUsage | null {
  const usage = asObject(value);
  const inputTokens = asCount(usage?.input_tokens);
  const completionTokens = asCount(usage?.output_tokens);
  if (!usage || inputTokens === undefined || completionTokens === undefined) return null;
  const cachedTokens = asCount(usage.cache_read_input_tokens) ?? 0;
  const writes = cacheWrites(usage.cache_creation_input_tokens, usage.cache_creation);
  const reasoningTokens = asCount(asObject(usage.output_tokens_details)?.thinking_tokens) ?? 0;
  return {
    promptTokens: inputTokens + (writes.cacheWriteTokens ?? 0) + cachedTokens,
    cachedTokens,
    ...writes,
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
