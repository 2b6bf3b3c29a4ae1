export type ImagePartTokens = number | TileTokens;

/** OpenAI's rule: `base` per image plus `tile` for each 512-pixel square that it covers after scaling. */
export interface TileTokens {
  base: number;
  tile: number;
}

export interface MediaTokens {
  image: ImagePartTokens;
  file: number;
}
