import { CANARY, drawFakeImage, type FakeImageBytes } from '@shipyard/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { cleanImage } from './clean-image';
import { stripJpeg, stripPng, stripWebp } from './strip-metadata';

const SIZE = { width: 64, height: 48 };
const FORMATS: [FakeImageBytes, (bytes: Buffer) => Buffer | null][] = [
  ['png', stripPng],
  ['jpeg', stripJpeg],
  ['webp', stripWebp],
];

const pixelsOf = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer();

/** Progressive, so that it has several scans. */
const photo = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { ...SIZE, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 120, sigma: 40 } } })
    .toFormat(format, { progressive: true })
    .toBuffer();

describe.each(FORMATS)('a %s', (format, strip) => {
  it('loses its metadata, and no pixel', async () => {
    const bytes = await drawFakeImage(format, SIZE, 0);
    expect(bytes.includes(CANARY)).toBe(true);
    const stripped = strip(bytes) ?? Buffer.alloc(0);
    expect(stripped.includes(CANARY)).toBe(false);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it('of many colours loses nothing else, and stays as it is the second time', async () => {
    const bytes = await photo(format as 'png' | 'jpeg' | 'webp');
    const stripped = strip(bytes) ?? Buffer.alloc(0);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(bytes))).toBe(true);
    expect(strip(stripped)?.equals(stripped)).toBe(true);
  });

  it('that is cut anywhere is refused', async () => {
    const bytes = strip(await drawFakeImage(format, SIZE, 1)) ?? Buffer.alloc(0);
    fc.assert(
      fc.property(fc.integer({ min: 16, max: bytes.length - 1 }), (length) => {
        expect(strip(bytes.subarray(0, length))).toBeNull();
      }),
    );
  });

  it('that is damaged anywhere is an image or a failure', async () => {
    const bytes = await drawFakeImage(format, SIZE, 2);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const broken = Buffer.from(bytes);
        broken[at] = value;
        const outcome = await cleanImage(broken).then(
          () => 'picture',
          (error: { fault?: string }) => error.fault,
        );
        expect(['picture', 'failed']).toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an image that would look otherwise without its metadata', () => {
  it('is turned upright', async () => {
    const lying = await sharp({ create: { ...SIZE, channels: 3, background: '#123' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = await cleanImage(lying);
    const { width, height, orientation } = await sharp(bytes).metadata();
    expect({ width, height, orientation }).toEqual({ width: SIZE.height, height: SIZE.width, orientation: undefined });
  });

  it('is converted to sRGB', async () => {
    const wide = await sharp({ create: { ...SIZE, channels: 3, background: '#f00' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const { bytes } = await cleanImage(wide);
    expect((await sharp(bytes).metadata()).icc).toBeUndefined();
    const [red = 0, green = 255] = await pixelsOf(bytes);
    expect([red > 250, green < 5]).toEqual([true, true]);
  });
});
