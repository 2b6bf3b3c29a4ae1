import sharp, { type Sharp } from 'sharp';
import { type MadeVariants, type Variant, VARIANT_FORMATS, type VariantFormat, variantWidths } from './variant-sizes';

/** The height of a phone's screenshot. Taller variants would cost half a minute, and nothing shows them as a whole. */
const HEIGHT_LIMIT = 2_400;
const SECONDS_LIMIT = 30;
const PIXELS_LIMIT = 40_000_000;

/** Makes the variants of a cleaned image. Of an animation, they show the first frame. */
export async function makeVariants(image: Buffer): Promise<MadeVariants & { content: Buffer }> {
  const { width, pages = 1 } = await sharp(image, { limitInputPixels: PIXELS_LIMIT }).metadata();
  const pieces: Buffer[] = [];
  const variants: Variant[] = [];
  let startsAt = 0;
  // Decodes a large image once: smaller variants are made of the largest.
  let source = sharp(image, { limitInputPixels: PIXELS_LIMIT, failOn: 'error' });
  for (const variantWidth of variantWidths(width).sort((one, other) => other - one)) {
    const { data, info } = await source
      .resize(variantWidth)
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS_LIMIT })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = () => sharp(data, { raw: info });
    source = pixels();
    if (info.height > HEIGHT_LIMIT) continue;
    for (const format of VARIANT_FORMATS) {
      const content = await encode(pixels(), format).timeout({ seconds: SECONDS_LIMIT }).toBuffer();
      variants.push({ width: info.width, height: info.height, format, bytes: content.length, startsAt });
      pieces.push(content);
      startsAt += content.length;
    }
  }
  return { isAnimated: pages > 1, variants, content: Buffer.concat(pieces) };
}

/** With a higher effort, AVIF takes ten times as long and saves a tenth. */
function encode(image: Sharp, format: VariantFormat): Sharp {
  return format === 'avif' ? image.avif({ quality: 55, effort: 1 }) : image.webp({ quality: 78, effort: 4 });
}
