import { completionTokensOf, modalTokens } from '../../chat/reported-tokens';
import { asCount, asObject, asObjects } from '../../http/json-reading';
import type { TokenUsage } from '../../contract/supplier';

/**
 * Thoughts are separate from candidates' tokens. Zero is omitted, so a missing figure is zero only in a complete
 * answer.
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
    ...modalTokens({
      audioInputTokens: tokensOf('AUDIO', usage.promptTokensDetails, usage.cacheTokensDetails),
      imageInputTokens: tokensOf('IMAGE', usage.promptTokensDetails, usage.cacheTokensDetails),
      audioOutputTokens: tokensOf('AUDIO', usage.candidatesTokensDetails),
      imageOutputTokens: tokensOf('IMAGE', usage.candidatesTokensDetails),
    }),
  };
}

/** The details of the prompt include what was cached, which is billed as cached. */
function tokensOf(modality: string, details: unknown, cached?: unknown): number {
  const sumOf = (list: unknown) =>
    asObjects(list)
      .filter((each) => each.modality === modality)
      .reduce((sum, each) => sum + (asCount(each.tokenCount) ?? 0), 0);
  return Math.max(0, sumOf(details) - sumOf(cached));
}
