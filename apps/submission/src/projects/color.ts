import { crc32 } from 'node:zlib';
import { type Color, COLORS } from '@shipyard/contracts';

export const isColor = (value: unknown): value is Color => COLORS.some((color) => color === value);

export function colorOf(slug: string): Color {
  return COLORS[crc32(slug) % COLORS.length] ?? 'slate';
}
