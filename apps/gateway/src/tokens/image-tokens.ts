import type { ImagePartTokens } from '@shipyard/suppliers';
import { type ImageSize, sizeOfDataUrl } from './image-size';

export type { ImagePartTokens };

const LONGEST_SIDE = 2_048;
const SHORTER_SIDE = 768;
const TILE_SIDE = 512;
/** The tiles of an image of 2,048 × 768 pixels or more. */
const MOST_TILES = 8;

/** An unknown size counts as the maximum. */
export function imageTokens(rule: ImagePartTokens, image: { url?: unknown; detail?: unknown }): number {
  if (typeof rule === 'number') return rule;
  if (image.detail === 'low') return rule.base;
  const size = typeof image.url === 'string' ? sizeOfDataUrl(image.url) : undefined;
  return rule.base + rule.tile * (size ? countTiles(size) : MOST_TILES);
}

/** Scales an image down to fit 2,048 × 2,048, then until its shorter side has 768 pixels. Never scales up. */
export function countTiles({ width, height }: ImageSize): number {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const isCutByShort = short * Math.min(long, LONGEST_SIDE) > SHORTER_SIDE * long;
  // One division each, so that a whole number of tiles stays whole.
  const scaledLong = isCutByShort ? (long * SHORTER_SIDE) / short : Math.min(long, LONGEST_SIDE);
  const scaledShort = isCutByShort ? SHORTER_SIDE : long > LONGEST_SIDE ? (short * LONGEST_SIDE) / long : short;
  return Math.ceil(scaledLong / TILE_SIDE) * Math.ceil(scaledShort / TILE_SIDE);
}
