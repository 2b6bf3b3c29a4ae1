import type { Metadata } from 'sharp';
import type { SupplierImage } from '../contract/supplier';
import { ImageUnusable } from './image-errors';
import { loadSharp } from './load-sharp';
import { stripJpeg, stripPng, stripWebp } from './strip-metadata';

type Format = 'png' | 'jpeg' | 'webp';

export const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** No model draws more today (16 million), and decoding this is affordable. */
const MAX_PIXELS = 40_000_000;
const SECONDS_LIMIT = 20;

const EXTENSIONS = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const;
const STRIP = { png: stripPng, jpeg: stripJpeg, webp: stripWebp };

/** Decodes it completely. Throws ImageUnusable unless it is one still PNG, JPEG or WebP within the limits. */
export async function cleanImage(bytes: Buffer): Promise<Pick<SupplierImage, 'bytes' | 'extension'>> {
  const format = formatOf(bytes);
  if (format === null) throw new ImageUnusable('It is no PNG, JPEG or WebP');
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageUnusable('It has too many bytes');
  const header = await readHeader(bytes);
  if (header.format !== format) throw new ImageUnusable('It is not what it begins as');
  if (header.width * header.height > MAX_PIXELS)
    throw new ImageUnusable(`It has ${header.width} x ${header.height} pixels`);
  const cleaned = needsDrawing(header) ? await drawAnew(bytes, format) : STRIP[format](bytes);
  if (!cleaned) throw new ImageUnusable('It is cut short, or animated');
  await decode(cleaned);
  return { bytes: cleaned, extension: EXTENSIONS[format] };
}

/** By its first bytes. */
export function formatOf(bytes: Buffer): Format | null {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'jpeg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new ImageUnusable('It has no header that can be read', error);
  }
}

/** Without its profile or orientation, the image would look different. */
const needsDrawing = ({ icc, orientation = 1, space }: Metadata) =>
  icc !== undefined || orientation > 1 || space === 'cmyk';

async function drawAnew(bytes: Buffer, format: Format): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace('srgb');
    const lossy = { quality: 95 };
    const drawn =
      format === 'png'
        ? upright.png()
        : format === 'jpeg'
          ? upright.jpeg({ ...lossy, chromaSubsampling: '4:4:4' })
          : upright.webp(lossy);
    return await drawn.timeout({ seconds: SECONDS_LIMIT }).toBuffer();
  } catch (error) {
    throw new ImageUnusable('It does not decode', error);
  }
}

async function decode(bytes: Buffer): Promise<void> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    await image
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .timeout({ seconds: SECONDS_LIMIT })
      .raw()
      .toBuffer();
  } catch (error) {
    throw new ImageUnusable('It does not decode', error);
  }
}
