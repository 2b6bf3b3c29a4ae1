import type { TokenUsage } from '../contract/supplier';
import { asCount, asObject } from '../http/json-reading';

/** Anthropic and Qwen split what was written by its lifetime. `most` bounds a part by its whole. */
export function cacheWrites(
  written: unknown,
  byLifetime: unknown,
  most = Infinity,
): Pick<TokenUsage, 'cacheWriteTokens' | 'longCacheWriteTokens'> {
  const split = asObject(byLifetime);
  const long = asCount(split?.ephemeral_1h_input_tokens) ?? 0;
  const cacheWriteTokens = Math.min(asCount(written) ?? long + (asCount(split?.ephemeral_5m_input_tokens) ?? 0), most);
  const longCacheWriteTokens = Math.min(long, cacheWriteTokens);
  return {
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(longCacheWriteTokens > 0 && { longCacheWriteTokens }),
  };
}
