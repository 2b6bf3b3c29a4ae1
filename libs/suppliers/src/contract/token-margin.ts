export interface TokenMargin {
  factor: number;
  toolTokens: number;
}

export const NO_MARGIN: TokenMargin = { factor: 1, toolTokens: 0 };

export function widestMargin(margins: readonly TokenMargin[]): TokenMargin {
  let widest = NO_MARGIN;
  for (const { factor, toolTokens } of margins) {
    if (factor <= widest.factor && toolTokens <= widest.toolTokens) continue;
    widest = { factor: Math.max(factor, widest.factor), toolTokens: Math.max(toolTokens, widest.toolTokens) };
  }
  return widest;
}
