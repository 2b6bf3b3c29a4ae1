/** How much more the supplier's tokenizer may count than ours. */
export interface TokenMargin {
  /** The most supplier tokens per token of ours. */
  factor: number;
  /** What it adds to a request with tools or a schema. */
  toolTokens: number;
}

/** For a supplier with our tokenizer. */
export const NO_MARGIN: TokenMargin = { factor: 1, toolTokens: 0 };

/** The margin that is enough for each of several suppliers. */
export function widestMargin(margins: readonly TokenMargin[]): TokenMargin {
  let widest = NO_MARGIN;
  for (const { factor, toolTokens } of margins) {
    if (factor <= widest.factor && toolTokens <= widest.toolTokens) continue;
    widest = { factor: Math.max(factor, widest.factor), toolTokens: Math.max(toolTokens, widest.toolTokens) };
  }
  return widest;
}
