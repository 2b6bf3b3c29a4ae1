import type { TokenUsage } from '../contract/supplier';
import { asCount, asObject } from '../http/json-reading';

/** Counts what the total leaves beside the prompt, because some suppliers report reasoning only in the total. */
export function completionTokensOf(counted: number, total: unknown, promptTokens: number): number {
  return Math.max(counted, (asCount(total) ?? 0) - promptTokens);
}

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

const NAMES = ['audioInputTokens', 'imageInputTokens', 'audioOutputTokens', 'imageOutputTokens'] as const;
type ModalTokens = Pick<TokenUsage, (typeof NAMES)[number]>;

/** The tokens of sound and images that a supplier reports, without those that are none. */
export function modalTokens(reported: Partial<Record<(typeof NAMES)[number], unknown>>): ModalTokens {
  const tokens: ModalTokens = {};
  for (const name of NAMES) {
    const count = asCount(reported[name]) ?? 0;
    if (count > 0) tokens[name] = count;
  }
  return tokens;
}
