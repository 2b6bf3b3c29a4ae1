import { crc32 } from 'node:zlib';

export const COLORS = [
  'red', 'orange', 'amber', 'yellow', 'lime', 'green', 'emerald', 'teal', 'cyan',
  'sky', 'blue', 'indigo', 'violet', 'purple', 'fuchsia', 'pink', 'rose', 'slate',
] as const;

export type Color = (typeof COLORS)[number];

export const isColor = (value: unknown): value is Color => COLORS.some((color) => color === value);

/** Returns the default color of a project, derived from its slug. */
export function colorOf(slug: string): Color {
  return COLORS[crc32(slug) % COLORS.length] ?? 'slate';
}
