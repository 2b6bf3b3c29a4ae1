export type ImagePartTokens = number | TileTokens;

/** OpenAI's rule: `base` per image plus `tile` for each 512-pixel square that it covers after scaling. */
export interface TileTokens {
  base: number;
  tile: number;
}

export interface MediaTokens {
  image: ImagePartTokens;
  /** The least for a file, and our count of one that we cannot read. */
  file: number;
  /** The most for all files and recordings together, because no supplier takes more. 0: they are not measured. */
  longestPrompt: number;
  /** By the part of the message. A part without an entry has an unknown size. */
  sizes: ReadonlyMap<unknown, PartSize>;
}

/** `unread`: something that we cannot look into. Its bytes still bound it. */
export type PartSize =
  | { kind: 'pdf'; pages: number; textBytes: number }
  | { kind: 'recording'; usualSeconds: number; mostSeconds: number }
  | { kind: 'unread'; bytes: number };

/** The most tokens that a supplier counts. Infinity: it states no figure. */
export interface PartRates {
  /** For the image of each page of a PDF. */
  page: number;
  /** For each byte of the text in a PDF. */
  textByte: number;
  /** For each recording, because some suppliers fill up a window. */
  recording: number;
  second: number;
}

export const UNSTATED_RATES: PartRates = { page: Infinity, textByte: Infinity, recording: Infinity, second: Infinity };

export function widestRates(one: PartRates, other: PartRates): PartRates {
  return {
    page: Math.max(one.page, other.page),
    textByte: Math.max(one.textByte, other.textByte),
    recording: Math.max(one.recording, other.recording),
    second: Math.max(one.second, other.second),
  };
}
