import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageExtension } from '../uploads/image-extension';
import { uploadErrors } from '../uploads/uploads.errors';
import { sniffImage } from './image-type';

const PIXELS_LIMIT = 40_000_000;
const FRAMES_LIMIT = 300;
const ALL_PIXELS_LIMIT = 120_000_000;
/** The largest that are accepted take a few; what takes longer is made to. */
const SECONDS_LIMIT = 30;

// One thread an image: the service has other work. Nothing is ever processed twice, so a cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

/** An image as it is stored. */
export interface CleanImage {
  extension: ImageExtension;
  content: Buffer;
  width: number;
  height: number;
}

/** The bytes are no image that is accepted, or it does not decode. */
export class ImageUnreadable extends Error {}

/**
 * Makes an image anew from its pixels: metadata (places, names, thumbnails) is gone, orientation is applied, colors are sRGB, and an
 * animated GIF or WebP stays animated. The limits are checked from the header, before anything is decoded.
 * `part` names the image in the refusal. Throws ImageUnreadable, or IMAGE_TOO_LARGE.
 */
export async function cleanImage(uploaded: Buffer, part: string): Promise<CleanImage> {
  const extension = sniffImage(uploaded);
  if (extension === null) throw new ImageUnreadable(`${part} is not a PNG, JPEG, WebP or GIF image`);
  const header = await readHeader(uploaded, part);
  const animated = (header.pages ?? 1) > 1;
  assertWithinLimits(header, part);
  try {
    const image = sharp(uploaded, { animated, limitInputPixels: ALL_PIXELS_LIMIT, failOn: 'error' });
    const { data, info } = await encode(animated ? image : image.autoOrient(), extension, animated).timeout({ seconds: SECONDS_LIMIT }).toBuffer({ resolveWithObject: true });
    return { extension, content: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    throw new ImageUnreadable(`${part} does not decode in time, or at all`, { cause: error });
  }
}

async function readHeader(uploaded: Buffer, part: string): Promise<Metadata> {
  try {
    return await sharp(uploaded, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new ImageUnreadable(`${part} does not decode`, { cause: error });
  }
}

function assertWithinLimits({ width, height, pages = 1, pageHeight }: Metadata, part: string): void {
  const pixels = width * (pageHeight ?? height);
  const refuse = (limit: number, unit: 'pixels' | 'frames', words: string) =>
    uploadErrors.IMAGE_TOO_LARGE({ message: `The image ${part} has more than ${words}.`, details: { limit, unit, part } });
  if (pages > FRAMES_LIMIT) throw refuse(FRAMES_LIMIT, 'frames', `${FRAMES_LIMIT} frames`);
  if (pixels > PIXELS_LIMIT) throw refuse(PIXELS_LIMIT, 'pixels', `${PIXELS_LIMIT} pixels`);
  if (pixels * pages > ALL_PIXELS_LIMIT) throw refuse(ALL_PIXELS_LIMIT, 'pixels', `${ALL_PIXELS_LIMIT} pixels over all frames`);
}

function encode(image: Sharp, extension: ImageExtension, animated: boolean): Sharp {
  switch (extension) {
    case 'png':
      return image.png();
    case 'jpg':
      return image.jpeg({ quality: 90 });
    case 'webp':
      // The encoder's thorough search over hundreds of frames would take minutes.
      return image.webp({ quality: 90, effort: animated ? 0 : 4 });
    case 'gif':
      return image.gif({ effort: animated ? 1 : 7 });
  }
}
