import sharp from 'sharp';
import { makeVariants } from './make-variants';
import { variantWidths } from './variant-sizes';

const plain = (width: number, height: number, background = '#c02040') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Each variant, cut out of the object that holds all of them. */
async function read(image: Buffer) {
  const { variants, content, isAnimated } = await makeVariants(image);
  expect(variants.reduce((bytes, variant) => bytes + variant.bytes, 0)).toBe(content.length);
  const pieces = variants.map(({ startsAt, bytes }) => content.subarray(startsAt, startsAt + bytes));
  const headers = await Promise.all(pieces.map((piece) => sharp(piece).metadata()));
  return {
    isAnimated,
    variants,
    pieces,
    read: headers.map(({ width, height, format, compression }) => ({
      width,
      height,
      format: format === 'heif' && compression === 'av1' ? 'avif' : format,
    })),
  };
}

const sizes = (variants: readonly { width: number; height: number; format: string }[]) =>
  variants.map(({ width, height, format }) => `${width}×${height} ${format}`).sort();

describe('the variants of an image', () => {
  it.each([
    { imageWidth: 4_000, widths: [480, 960, 1_600] },
    { imageWidth: 1_600, widths: [480, 960, 1_600] },
    { imageWidth: 1_280, widths: [480, 960, 1_280] },
    { imageWidth: 500, widths: [480, 500] },
    { imageWidth: 32, widths: [32] },
  ])('of $imageWidth pixels have the widths $widths', ({ imageWidth, widths }) => {
    expect(variantWidths(imageWidth)).toEqual(widths);
  });

  it('are AVIF and WebP in the proportions of the image, and say where they start', async () => {
    const { variants, read: found, isAnimated } = await read(await plain(2_000, 1_000).jpeg().toBuffer());
    expect(isAnimated).toBe(false);
    expect(sizes(found)).toEqual(sizes(variants));
    expect(sizes(variants)).toEqual(
      ['480×240', '960×480', '1600×800'].flatMap((size) => [`${size} avif`, `${size} webp`]).sort(),
    );
  });

  it('keep transparency, and the colors of 16 bits, of gray and of a palette', async () => {
    const clear = { create: { width: 20, height: 20, channels: 4 as const, background: '#ff000000' } };
    for (const piece of (await read(await sharp(clear).png().toBuffer())).pieces) {
      expect((await sharp(piece).ensureAlpha().raw().toBuffer())[3]).toBe(0);
    }
    const red = plain(20, 20, '#c82814');
    const images = [
      { image: await red.clone().toColourspace('rgb16').png().toBuffer(), color: [200, 40, 20] },
      { image: await red.clone().gif().toBuffer(), color: [200, 40, 20] },
      { image: await plain(20, 20, '#808080').toColourspace('b-w').png().toBuffer(), color: [128, 128, 128] },
    ];
    for (const { image, color } of images)
      for (const piece of (await read(image)).pieces) {
        const pixel = await sharp(piece).toColourspace('srgb').removeAlpha().raw().toBuffer();
        color.forEach((value, at) => expect(Math.abs((pixel[at] ?? 0) - value)).toBeLessThan(12));
      }
  });

  it('show the first frame of an animation', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => plain(10, 8, color).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const { isAnimated, variants, pieces } = await read(animation);
    expect(isAnimated).toBe(true);
    expect(sizes(variants)).toEqual(['10×8 avif', '10×8 webp']);
    for (const piece of pieces) {
      const [red = 0, , blue = 255] = await sharp(piece).removeAlpha().raw().toBuffer();
      expect(red).toBeGreaterThan(blue);
    }
  });

  it('leave out those that would be too tall', async () => {
    const { variants } = await read(await plain(900, 4_600).png().toBuffer());
    expect(sizes(variants)).toEqual([]);
    expect(sizes((await read(await plain(900, 4_500).png().toBuffer())).variants)).toEqual([
      '480×2400 avif',
      '480×2400 webp',
    ]);
  });
});
