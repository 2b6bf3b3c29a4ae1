import { ALL_PIXELS_LIMIT, type ImageExtension, imageSizeProblem, sniffImage } from '@shipyard/contracts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ImageAnimated, ImageTooLarge, ImageUnreadable } from './image-faults';

const SECONDS_LIMIT = 30;

// The service has other work, and nothing is processed twice.
sharp.concurrency(1);
sharp.cache(false);

export interface CleanImage {
  extension: ImageExtension;
  content: Buffer;
  width: number;
  height: number;
}

/** Encodes the pixels again: no metadata, upright, sRGB. Throws ImageUnreadable, ImageTooLarge or ImageAnimated. */
export async function cleanImage(uploaded: Buffer, { isStill = false } = {}): Promise<CleanImage> {
  const extension = sniffImage(uploaded);
  if (extension === null) throw new ImageUnreadable('is not a PNG, JPEG, WebP or GIF image');
  const header = await readHeader(uploaded);
  const animated = (header.pages ?? 1) > 1;
  assertWithinLimits(header);
  if (animated && isStill) throw new ImageAnimated('is animated');
  try {
    const image = sharp(uploaded, { animated, limitInputPixels: ALL_PIXELS_LIMIT, failOn: 'error' });
    const { data, info } = await encode(animated ? image : image.autoOrient(), extension, animated)
      .timeout({ seconds: SECONDS_LIMIT })
      .toBuffer({ resolveWithObject: true });
    return { extension, content: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    throw new ImageUnreadable('does not decode in time, or at all', { cause: error });
  }
}

async function readHeader(uploaded: Buffer): Promise<Metadata> {
  try {
    return await sharp(uploaded, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new ImageUnreadable('does not decode', { cause: error });
  }
}

function assertWithinLimits({ width, height, pages = 1, pageHeight }: Metadata): void {
  const problem = imageSizeProblem({ width, height: pageHeight ?? height, frames: pages });
  if (problem !== null) throw new ImageTooLarge(problem.limit, problem.unit, problem.problem);
}

function encode(image: Sharp, extension: ImageExtension, animated: boolean): Sharp {
  switch (extension) {
    case 'png':
      return image.png();
    case 'jpg':
      return image.jpeg({ quality: 90 });
    case 'webp':
      // A higher effort would take minutes for hundreds of frames.
      return image.webp({ quality: 90, effort: animated ? 0 : 4 });
    case 'gif':
      return image.gif({ effort: animated ? 1 : 7 });
  }
}
