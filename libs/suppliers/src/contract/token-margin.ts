import { type PartRates, UNSTATED_RATES, widestRates } from './media-tokens';

export interface TokenMargin {
  factor: number;
  toolTokens: number;
  parts: PartRates;
}

/** For the sandbox, which counts text and parts as we do. */
export const NO_MARGIN: TokenMargin = {
  factor: 1,
  toolTokens: 0,
  parts: { page: 0, textByte: 0, recording: 0, second: 0 },
};

/** For a supplier of which nothing is known: its text may have a token for each byte, and its parts may count anything. */
export const UNSTATED_MARGIN: TokenMargin = { factor: 1_000, toolTokens: 600, parts: UNSTATED_RATES };

export function widestMargin(margins: readonly TokenMargin[]): TokenMargin {
  let widest = NO_MARGIN;
  for (const margin of margins) {
    if (margin === widest || margin === NO_MARGIN) continue;
    widest =
      widest === NO_MARGIN
        ? margin
        : {
            factor: Math.max(margin.factor, widest.factor),
            toolTokens: Math.max(margin.toolTokens, widest.toolTokens),
            parts: widestRates(margin.parts, widest.parts),
          };
  }
  return widest;
}
