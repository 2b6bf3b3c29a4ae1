import fc from 'fast-check';
import sharp, { type FormatEnum } from 'sharp';
import { sizeOfDataUrl, sizeOfImage } from './image-size';

const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#456' } });
const toUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

describe('the size of an image', () => {
  it.each<[string, keyof FormatEnum, object]>([
    ['PNG', 'png', {}],
    ['JPEG', 'jpeg', {}],
    ['progressive JPEG', 'jpeg', { progressive: true }],
    ['WebP', 'webp', {}],
    ['lossless WebP', 'webp', { lossless: true }],
    ['GIF', 'gif', {}],
  ])('is read from a %s', async (_, format, options) => {
    for (const [width, height] of [
      [1, 1],
      [17, 300],
      [1_024, 768],
      [2_049, 3],
    ] as const) {
      const bytes = await drawn(width, height).toFormat(format, options).toBuffer();
      expect(sizeOfDataUrl(toUrl(bytes))).toEqual({ width, height });
    }
  });

  it('is read from a WebP with transparency, and from a JPEG with long metadata', async () => {
    const clear = await sharp({ create: { width: 30, height: 40, channels: 4, background: '#4568' } })
      .webp()
      .toBuffer();
    expect(sizeOfImage(clear)).toEqual({ width: 30, height: 40 });
    const jpeg = await drawn(30, 40).jpeg().toBuffer();
    const segment = Buffer.concat([Buffer.of(0xff, 0xe1, 0xff, 0xff), Buffer.alloc(65_533, 0xff)]);
    const long = Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(4).fill(segment), jpeg.subarray(2)]);
    expect(sizeOfDataUrl(toUrl(long))).toEqual({ width: 30, height: 40 });
  });

  it('is the larger of canvas and frame of a GIF', async () => {
    const gif = await drawn(300, 200).gif().toBuffer();
    gif.writeUInt16LE(1, 6);
    gif.writeUInt16LE(1, 8);
    expect(sizeOfImage(gif)).toEqual({ width: 300, height: 200 });
  });

  it.each([
    '',
    'data:',
    'data:image/png;base64,',
    'data:image/png,iVBORw0KGgo',
    'https://a.example/b.png',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml;base64,PHN2Zz4=',
    toUrl(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    toUrl(Buffer.from('GIF89a\0\0\0\0\0\0\0;', 'latin1')),
  ])('is unknown for %s', (url) => {
    expect(sizeOfDataUrl(url)).toBeUndefined();
  });

  it('is undefined or right for a truncated file, without an exception', async () => {
    const files = await Promise.all(
      (['png', 'jpeg', 'webp', 'gif'] as const).map((format) => drawn(60, 50).toFormat(format).toBuffer()),
    );
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(400), (file, end) => {
        expect(sizeOfImage(file.subarray(0, end)) ?? { width: 60, height: 50 }).toEqual({ width: 60, height: 50 });
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(200), fc.nat(255), fc.nat(400), (file, at, byte, end) => {
        const changed = Buffer.from(file.subarray(0, end));
        if (at < changed.length) changed[at] = byte;
        const size = sizeOfImage(changed);
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.base64String(), (text) =>
        expect(() => sizeOfDataUrl(`data:image/png;base64,${text}`)).not.toThrow(),
      ),
    );
  });
});
