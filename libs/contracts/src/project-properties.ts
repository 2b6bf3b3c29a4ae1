import { crc32 } from 'node:zlib';

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const PROJECT_STATUSES = ['in_progress', 'completed'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const COLORS = [
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'emerald',
  'teal',
  'cyan',
  'sky',
  'blue',
  'indigo',
  'violet',
  'purple',
  'fuchsia',
  'pink',
  'rose',
  'slate',
] as const;
export type Color = (typeof COLORS)[number];

export const isColor = (value: unknown): value is Color => COLORS.some((color) => color === value);

export function colorOf(slug: string): Color {
  return COLORS[crc32(slug) % COLORS.length] ?? 'slate';
}
