const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp', 'gif'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** The source of a pattern. */
export const ANY_EXTENSION = `(?:${IMAGE_EXTENSIONS.join('|')})`;

export const CONTENT_TYPES: Readonly<Record<ImageExtension, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** Ignores name and Content-Type. Null for other types. */
export function sniffImage(bytes: Uint8Array): ImageExtension | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return null;
}

/** The brands of ISO media files that hold a still image. Phones write the first ones. */
const BRANDS: readonly (readonly [name: string, brands: readonly string[]])[] = [
  ['HEIC', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']],
  ['AVIF', ['avif', 'avis']],
];

/** Names a usual kind of image that the service does not take, so that people know what they have. */
export function nameOfOtherImage(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  if (head.slice(4, 8) === 'ftyp') {
    const brand = head.slice(8, 12);
    return BRANDS.find(([, brands]) => brands.includes(brand))?.[0] ?? null;
  }
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'TIFF';
  if (head.startsWith('BM')) return 'BMP';
  return /<svg[\s/>]/.test(head) ? 'SVG' : null;
}
