import { completionTokensOf } from '../../chat/completion-tokens';
import { asCount, asObject } from '../../http/json-reading';
import type { TokenUsage } from '../../contract/supplier';

/**
 * Usage as OpenAI counts it, or null where there is none: thoughts stand beside the candidates' tokens, cached tokens
 * are part of the prompt's. A figure of zero is left out on this wire; one of the candidates only counts as zero in an
 * answer that is whole.
 */
export function fromGeminiUsage(value: unknown, isWhole: boolean): TokenUsage | null {
  const usage = asObject(value);
  const promptTokens = asCount(usage?.promptTokenCount);
  const spokenTokens = asCount(usage?.candidatesTokenCount) ?? (isWhole ? 0 : undefined);
  if (!usage || promptTokens === undefined || spokenTokens === undefined) return null;
  const reasoningTokens = asCount(usage.thoughtsTokenCount) ?? 0;
  const inputTokens = promptTokens + (asCount(usage.toolUsePromptTokenCount) ?? 0);
  return {
    promptTokens: inputTokens,
    // A part is never more than its whole.
    cachedTokens: Math.min(asCount(usage.cachedContentTokenCount) ?? 0, inputTokens),
    completionTokens: completionTokensOf(spokenTokens + reasoningTokens, usage.totalTokenCount, inputTokens),
    reasoningTokens,
  };
}
