/** What an image costs in tokens: a fixed number, or OpenAI's tile rule. */
export type ImagePartTokens = number | TileTokens;

/** OpenAI's rule: `base` per image plus `tile` for each 512-pixel square that it covers after scaling. */
export interface TileTokens {
  base: number;
  tile: number;
}

/** The tokens of message parts that are not text, per model. */
export interface MediaTokens {
  image: ImagePartTokens;
  file: number;
}
