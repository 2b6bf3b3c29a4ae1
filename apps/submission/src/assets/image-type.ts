import type { ImageExtension } from '../uploads/image-extension';
import type { VariantFormat } from './variants/variant-sizes';

export const CONTENT_TYPES: Readonly<Record<ImageExtension, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

export const VARIANT_TYPES: Readonly<Record<VariantFormat, string>> = { avif: 'image/avif', webp: 'image/webp' };

/** Ignores name and Content-Type. Null for other types. */
export function sniffImage(bytes: Buffer): ImageExtension | null {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return null;
}
