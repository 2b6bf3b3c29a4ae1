import type { TokenUsage } from '../contract/supplier';
import { asCount } from '../http/json-reading';

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
