import { type ImageExtension, nameOfOtherImage, sniffImage } from './image-type';
import { ALL_PIXELS_LIMIT, FRAMES_LIMIT, IMAGE_LIMIT_BYTES, PIXELS_LIMIT } from './limits';
import { sizeInWords } from './size-in-words';

/** Width and height are those of a frame. */
export interface ImageSize {
  width: number;
  height: number;
  frames: number;
}

export interface ImageSizeProblem {
  limit: number;
  unit: 'pixels' | 'frames';
  problem: string;
}

export function imageSizeProblem({ width, height, frames }: ImageSize): ImageSizeProblem | null {
  const pixels = width * height;
  if (frames > FRAMES_LIMIT)
    return { limit: FRAMES_LIMIT, unit: 'frames', problem: `has more than ${FRAMES_LIMIT} frames` };
  if (pixels > PIXELS_LIMIT)
    return { limit: PIXELS_LIMIT, unit: 'pixels', problem: `has more than ${megapixels(PIXELS_LIMIT)}` };
  if (pixels * frames > ALL_PIXELS_LIMIT)
    return {
      limit: ALL_PIXELS_LIMIT,
      unit: 'pixels',
      problem: `has more than ${megapixels(ALL_PIXELS_LIMIT)} over all frames`,
    };
  return null;
}

const megapixels = (pixels: number): string => `${pixels / 1_000_000} megapixels`;

export type ImageVerdict =
  | { kind: 'ok' }
  | { kind: 'unsupported'; problem: string }
  | { kind: 'tooLarge'; problem: string };

/** Judges an image without decoding it, so a file that is damaged behind its header passes. */
export function judgeImage(bytes: Uint8Array): ImageVerdict {
  if (bytes.length > IMAGE_LIMIT_BYTES)
    return { kind: 'tooLarge', problem: `is larger than ${sizeInWords(IMAGE_LIMIT_BYTES)}` };
  const extension = sniffImage(bytes);
  if (extension === null) {
    const name = nameOfOtherImage(bytes);
    const problem = name === null ? 'is not a PNG, JPEG, WebP or GIF image' : `is in the format ${name}`;
    return { kind: 'unsupported', problem };
  }
  const size = readImageSize(bytes, extension);
  if (size === null) return { kind: 'unsupported', problem: 'is damaged' };
  const problem = imageSizeProblem(size);
  return problem === null ? { kind: 'ok' } : { kind: 'tooLarge', problem: problem.problem };
}

/** Null if the header is damaged. */
export function readImageSize(bytes: Uint8Array, extension: ImageExtension): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = READERS[extension](view);
    return size && size.width > 0 && size.height > 0 && size.frames > 0 ? size : null;
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Readonly<Record<ImageExtension, (view: DataView) => ImageSize | null>> = {
  png: (view) => (tagAt(view, 12) === 'IHDR' ? still(view.getUint32(16), view.getUint32(20)) : null),
  jpg: readJpeg,
  gif: readGif,
  webp: readWebp,
};

const still = (width: number, height: number): ImageSize => ({ width, height, frames: 1 });

const tagAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Goes from marker to marker up to the one that begins a frame. */
function readJpeg(view: DataView): ImageSize | null {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return still(view.getUint16(at + 7), view.getUint16(at + 5));
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xd9 || marker === 0xda) return null;
    at += hasNoLength ? 2 : 2 + view.getUint16(at + 2);
  }
}

function readGif(view: DataView): ImageSize | null {
  const paletteBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const afterBlocks = (from: number) => {
    let at = from;
    while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
    return at + 1;
  };
  let frames = 0;
  let at = 13 + paletteBytes(view.getUint8(10));
  while (at < view.byteLength && view.getUint8(at) !== 0x3b) {
    const isFrame = view.getUint8(at) === 0x2c;
    if (!isFrame && view.getUint8(at) !== 0x21) break;
    if (isFrame) frames += 1;
    at = isFrame ? afterBlocks(at + 11 + paletteBytes(view.getUint8(at + 9))) : afterBlocks(at + 2);
  }
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), frames };
}

function readWebp(view: DataView): ImageSize | null {
  const kind = tagAt(view, 12);
  if (kind === 'VP8 ') return still(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return still((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (kind !== 'VP8X') return null;
  const size = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
  let frames = 0;
  for (
    let at = 12;
    at + 8 <= view.byteLength;
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1)
  )
    if (tagAt(view, at) === 'ANMF') frames += 1;
  return { width: size(24), height: size(27), frames: Math.max(1, frames) };
}
