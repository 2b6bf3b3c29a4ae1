import { readFile } from 'node:fs/promises';
import path from 'node:path';
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js';
import { IMAGE_LIMIT_BYTES, sniffImage } from '@shipyard/contracts';
import { type Pixels, scaledPixels } from './scaled-pixels';

/** As wide as the service ever shows one. */
const LONGEST_SIDE = 2560;
const QUALITY = 85;
/** The step of an image whose bytes are still too many. */
const AGAIN = 0.7;

interface Codec {
  decode: (bytes: ArrayBuffer) => Promise<Pixels>;
  encode: (pixels: Pixels) => Promise<Uint8Array>;
}

export interface SmallerImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Returns an image that the service takes, or null for what is neither a PNG nor a JPEG. */
export async function smallerImage(bytes: Uint8Array): Promise<SmallerImage | null> {
  const kind = sniffImage(bytes);
  if (kind !== 'jpg' && kind !== 'png') return null;
  const { decode, encode } = await CODECS[kind]();
  const whole = await decode(Uint8Array.from(bytes).buffer);
  for (let side = LONGEST_SIDE; ; side = Math.floor(side * AGAIN)) {
    const pixels = scaledPixels(whole, side);
    const encoded = await encode(pixels);
    if (encoded.length <= IMAGE_LIMIT_BYTES) return { bytes: encoded, width: pixels.width, height: pixels.height };
  }
}

const CODECS: Readonly<Record<'jpg' | 'png', () => Promise<Codec>>> = {
  jpg: async () => {
    await initJpegDecoder(await moduleOf('mozjpeg_dec'));
    await initJpegEncoder(await moduleOf('mozjpeg_enc'));
    return {
      // The new file says nothing of how the camera was held.
      decode: (bytes) => decodeJpeg(bytes, { preserveOrientation: true }),
      encode: async (pixels) => new Uint8Array(await encodeJpeg(imageOf(pixels), { quality: QUALITY })),
    };
  },
  png: async () => {
    const codec = await moduleOf('squoosh_png_bg');
    await initPng(codec);
    await initPngEncoder(codec);
    return {
      decode: (bytes) => decodePng(bytes),
      encode: async (pixels) => new Uint8Array(await encodePng(imageOf(pixels))),
    };
  },
};

/** `tools/build-cli.ts` puts the codecs beside the bundle. */
const moduleOf = async (codec: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(path.join(__dirname, `${codec}.wasm`)));

/** What browsers call an image. Node has no such class, and the codecs read these fields alone. */
const imageOf = ({ data, width, height }: Pixels): ImageData => ({
  data: Uint8ClampedArray.from(data),
  width,
  height,
  colorSpace: 'srgb',
});
