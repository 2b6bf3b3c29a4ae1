import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { judgeImage, readImageSize } from './image-header';
import { sniffImage } from './image-type';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

async function frames(count: number): Promise<Sharp> {
  const pictures = Array.from({ length: count }, (_, at) =>
    sharp({ create: { width: 6, height: 4, channels: 3, background: { r: 20 * at, g: 0, b: 0 } } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } });
}

const SIZE = { width: 31, height: 17, frames: 1 };
const ROWS = [
  { what: 'a PNG', make: (image: Sharp) => image.png() },
  { what: 'a JPEG', make: (image: Sharp) => image.jpeg() },
  {
    what: 'a progressive JPEG with EXIF',
    make: (image: Sharp) => image.withExif({ IFD0: { Artist: 'A' } }).jpeg({ progressive: true }),
  },
  { what: 'a lossy WebP', make: (image: Sharp) => image.webp() },
  { what: 'a lossless WebP', make: (image: Sharp) => image.webp({ lossless: true }) },
  { what: 'a WebP with EXIF', make: (image: Sharp) => image.withExif({ IFD0: { Artist: 'A' } }).webp() },
  { what: 'a GIF', make: (image: Sharp) => image.gif() },
];

describe('the size of an image', () => {
  it.each(ROWS)('is read from the header of $what', async ({ make }) => {
    const bytes = await make(sharp(await plain(31, 17))).toBuffer();
    const extension = sniffImage(bytes);
    expect(extension && readImageSize(bytes, extension)).toEqual(SIZE);
    expect(judgeImage(bytes)).toEqual({ kind: 'ok' });
  });

  it('counts the frames of an animation', async () => {
    const gif = await (await frames(5)).gif().toBuffer();
    const webp = await (await frames(5)).webp({ lossless: true }).toBuffer();
    expect(readImageSize(gif, 'gif')).toEqual({ width: 6, height: 4, frames: 5 });
    expect(readImageSize(webp, 'webp')).toEqual({ width: 6, height: 4, frames: 5 });
  });

  it('is unknown, without an error, if the header is damaged', async () => {
    const images = await Promise.all(ROWS.map(async ({ make }) => make(sharp(await plain(31, 17))).toBuffer()));
    fc.assert(
      fc.property(fc.constantFrom(...images), fc.nat(), fc.uint8Array({ maxLength: 4 }), (image, place, noise) => {
        const at = place % Math.min(image.length, 200);
        const damaged = Buffer.concat([image.subarray(0, at), noise, image.subarray(at + noise.length, at + 40)]);
        expect(['ok', 'unsupported', 'tooLarge']).toContain(judgeImage(damaged).kind);
      }),
      { numRuns: 500 },
    );
  });
});
