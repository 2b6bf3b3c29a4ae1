import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { cleanImage } from './clean-image';
import { ImageAnimated, ImageTooLarge, ImageUnreadable } from './image-faults';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02040' } });

async function frames(count: number, side: number): Promise<Buffer[]> {
  const frame = (index: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: { r: index % 256, g: (index * 7) % 256, b: (index * 31) % 256 },
      },
    });
  return Promise.all(Array.from({ length: count }, (_, index) => frame(index).png().toBuffer()));
}

const animation = async (count: number, side: number) => sharp(await frames(count, side), { join: { animated: true } });

const SECRET = 'where-we-live';
const IMAGE_HEADER_END = 8 + 25;

const insert = (image: Buffer, at: number, extra: Buffer) =>
  Buffer.concat([image.subarray(0, at), extra, image.subarray(at)]);

const segment = (marker: number) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, SECRET.length + 2]), Buffer.from(SECRET)]);

function chunk(type: string, content: string): Buffer {
  const named = Buffer.from(type + content, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

async function refusalOf(image: Buffer): Promise<ImageTooLarge> {
  const refusal: unknown = await cleanImage(image).catch((error: unknown) => error);
  if (!(refusal instanceof ImageTooLarge)) throw new Error('was not refused');
  return refusal;
}

describe('cleanImage', () => {
  it('removes location, author and orientation from a photo, and rotates its pixels', async () => {
    const photo = await plain(60, 40)
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const cleaned = await cleanImage(photo);
    expect(cleaned).toMatchObject({ extension: 'jpg', width: 40, height: 60 });
    const { exif, xmp, icc, orientation } = await sharp(cleaned.content).metadata();
    expect({ exif, xmp, icc, orientation }).toEqual({
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      orientation: undefined,
    });
  });

  it('detects the type by the bytes', async () => {
    expect((await cleanImage(await plain(8, 8).webp().toBuffer())).extension).toBe('webp');
  });

  it.each(['png', 'webp', 'gif'] as const)('keeps the transparency of a %s', async (format) => {
    const image = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
    })
      .toFormat(format)
      .toBuffer();
    const { data, info } = await sharp((await cleanImage(image)).content)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.channels, data[3]]).toEqual([4, 0]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['the comment of a JPEG', async () => insert(await plain(8, 8).jpeg().toBuffer(), 2, segment(0xfe))],
    ['the notes of a JPEG', async () => insert(await plain(8, 8).jpeg().toBuffer(), 2, segment(0xed))],
    [
      'the text of a PNG',
      async () => insert(await plain(8, 8).png().toBuffer(), IMAGE_HEADER_END, chunk('tEXt', `Comment\0${SECRET}`)),
    ],
    [
      'the EXIF of a PNG',
      () =>
        plain(8, 8)
          .withExif({ IFD0: { Artist: SECRET } })
          .png()
          .toBuffer(),
    ],
    ['the XMP of a WebP', () => plain(8, 8).withXmp(`<x>${SECRET}</x>`).webp().toBuffer()],
    [
      'the EXIF of a WebP',
      () =>
        plain(8, 8)
          .withExif({ IFD0: { Artist: SECRET } })
          .webp()
          .toBuffer(),
    ],
    [
      'the comment of a GIF',
      async () => {
        const gif = await plain(8, 8).gif().toBuffer();
        return insert(
          gif,
          gif.indexOf('!'),
          Buffer.from(`!\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1'),
        );
      },
    ],
    ['what follows the end', async () => Buffer.concat([await plain(8, 8).jpeg().toBuffer(), Buffer.from(SECRET)])],
  ])('drops %s', async (_, make) => {
    const image = await make();
    expect(image.includes(SECRET)).toBe(true);
    expect((await cleanImage(image)).content.includes(SECRET)).toBe(false);
  });

  it('keeps colors from every color space', async () => {
    const wide = await plain(8, 8).withIccProfile('p3').png().toBuffer();
    const firstPixel = async (image: Buffer, ignoreIcc: boolean) => [
      ...(await sharp(image, { ignoreIcc }).raw().toBuffer()).subarray(0, 3),
    ];
    const shown = await firstPixel((await cleanImage(wide)).content, true);
    expect(Math.max(...shown.map((value, at) => Math.abs(value - [0xc0, 0x20, 0x40][at]!)))).toBeLessThanOrEqual(2);
    expect(await firstPixel(wide, true)).not.toEqual(shown);
  });

  it('turns an animated PNG into a still', async () => {
    const png = await plain(8, 8).png().toBuffer();
    const control = Buffer.alloc(26);
    control.writeUInt32BE(8, 4);
    control.writeUInt32BE(8, 8);
    const moving = insert(
      png,
      IMAGE_HEADER_END,
      Buffer.concat([chunk('acTL', '\0\0\0\x01\0\0\0\0'), chunk('fcTL', control.toString('latin1'))]),
    );
    const { content } = await cleanImage(moving);
    expect([moving.includes('acTL'), content.includes('acTL'), (await sharp(content).metadata()).width]).toEqual([
      true,
      false,
      8,
    ]);
  });

  it.each(['gif', 'webp'] as const)('keeps the pace of an animated %s', async (format) => {
    const moving = await animation(5, 16);
    const image = await moving[format]({ delay: [90, 90, 90, 90, 90], loop: 2 }).toBuffer();
    const cleaned = await cleanImage(image);
    expect(cleaned).toMatchObject({ width: 16, height: 16 });
    expect(await sharp(cleaned.content, { animated: true }).metadata()).toMatchObject({
      pages: 5,
      delay: [90, 90, 90, 90, 90],
      loop: 2,
    });
  });

  it.each(['gif', 'webp'] as const)(
    'rejects an animated %s without decoding it if only stills are allowed',
    async (format) => {
      const image = await (await animation(2, 4))[format]().toBuffer();
      await expect(cleanImage(image, { isStill: true })).rejects.toThrow(ImageAnimated);
    },
  );

  it('refuses more than 40 megapixels, and accepts exactly that many', async () => {
    expect(await refusalOf(await plain(8_000, 5_001).png().toBuffer())).toMatchObject({
      limit: 40_000_000,
      unit: 'pixels',
    });
    expect((await cleanImage(await plain(8_000, 5_000).png().toBuffer())).width).toBe(8_000);
  });

  it('refuses more than 300 frames, and accepts exactly that many', async () => {
    const [tooMany, enough] = await Promise.all([animation(301, 2), animation(300, 2)]);
    const limits = { limit: 300, unit: 'frames' };
    expect(await refusalOf(await tooMany.webp({ lossless: true, mixed: false }).toBuffer())).toMatchObject(limits);
    expect((await cleanImage(await enough.webp({ lossless: true, mixed: false }).toBuffer())).height).toBe(2);
  });

  it('refuses a header with impossible dimensions before decoding', async () => {
    const bomb = Buffer.from(await plain(8, 8).png().toBuffer());
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const refusal: unknown = await cleanImage(bomb).catch((error: unknown) => error);
    expect(refusal instanceof ImageTooLarge || refusal instanceof ImageUnreadable).toBe(true);
  });

  it('refuses an image that does not decode', async () => {
    const png = await plain(300, 300).png().toBuffer();
    const jpeg = await plain(300, 300).jpeg().toBuffer();
    const damaged = [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      png.subarray(0, 60),
      jpeg.subarray(0, jpeg.length - 100),
      Buffer.from('GIF89a'),
    ];
    for (const bytes of damaged) await expect(cleanImage(bytes)).rejects.toThrow(ImageUnreadable);
  });
});

describe('the time that an image may take', () => {
  it('is bounded', async () => {
    const image = await plain(8, 8).png().toBuffer();
    const limit = jest.spyOn(Object.getPrototypeOf(sharp()) as Sharp, 'timeout');
    await cleanImage(image);
    expect(limit.mock.calls).toEqual([[{ seconds: 30 }]]);
    limit.mockRestore();
  });
});
