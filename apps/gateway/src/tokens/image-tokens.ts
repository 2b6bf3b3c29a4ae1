import { type ImageSize, sizeOfDataUrl } from './image-size';

/** What an image costs in tokens: a number for every image, or OpenAI's rule with its two figures. */
export type ImagePartTokens = number | TileTokens;

/** OpenAI's rule: `base` for every image, and `tile` for each 512-pixel square that it covers once it is scaled. */
export interface TileTokens {
  base: number;
  tile: number;
}

const LONGEST_SIDE = 2_048;
const SHORTER_SIDE = 768;
const TILE_SIDE = 512;
/** What an image of 2,048 × 768 pixels or more has. */
const MOST_TILES = 8;

/** The tokens of a content part of the type `image_url`. Where the size is not known, the most that the rule gives. */
export function imageTokens(rule: ImagePartTokens, image: { url?: unknown; detail?: unknown }): number {
  if (typeof rule === 'number') return rule;
  if (image.detail === 'low') return rule.base;
  const size = typeof image.url === 'string' ? sizeOfDataUrl(image.url) : undefined;
  return rule.base + rule.tile * (size ? countTiles(size) : MOST_TILES);
}

/** An image is scaled down to fit into 2,048 × 2,048, and then until its shorter side has 768 pixels. It is never scaled up. */
export function countTiles({ width, height }: ImageSize): number {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const isCutByShort = short * Math.min(long, LONGEST_SIDE) > SHORTER_SIDE * long;
  // One division each, so that a whole number of tiles stays whole.
  const scaledLong = isCutByShort ? (long * SHORTER_SIDE) / short : Math.min(long, LONGEST_SIDE);
  const scaledShort = isCutByShort ? SHORTER_SIDE : long > LONGEST_SIDE ? (short * LONGEST_SIDE) / long : short;
  return Math.ceil(scaledLong / TILE_SIDE) * Math.ceil(scaledShort / TILE_SIDE);
}
