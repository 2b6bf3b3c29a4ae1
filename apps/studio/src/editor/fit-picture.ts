import { isHeic, LIMIT_BYTES } from './picture-files';

/** The longest side of a picture that is made smaller, in pixels. */
const LONGEST = 2_560;
/** The first that makes it small enough is taken. */
const QUALITIES = [0.92, 0.85, 0.75, 0.6];

const FITTING = new Set(['image/jpeg', 'image/png', 'image/webp']);
const originals = new WeakMap<File, number>();

/** The bytes that the file had before it was made smaller. */
export const bytesBefore = (file: File): number | undefined => originals.get(file);

export const needsFitting = (file: File): boolean =>
  isHeic(file) || (file.size > LIMIT_BYTES && FITTING.has(file.type));

/** Makes a picture that the service would refuse for its size smaller, and a HEIC picture a JPEG. If the browser cannot, it stays. */
export async function fitPicture(file: File): Promise<File> {
  if (!needsFitting(file)) return file;
  try {
    const drawn = await draw(file);
    // JPEG has no transparency.
    const types = file.type === 'image/jpeg' || isHeic(file) ? ['image/jpeg'] : ['image/webp', 'image/jpeg'];
    for (const type of types)
      for (const quality of QUALITIES) {
        const blob = await drawn.convertToBlob({ type, quality });
        if (blob.type !== type || blob.size > LIMIT_BYTES) continue;
        const fitted = new File([blob], renamed(file.name, type), { type });
        originals.set(fitted, file.size);
        return fitted;
      }
  } catch {
    // This browser cannot read it.
  }
  return file;
}

async function draw(file: File): Promise<OffscreenCanvas> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

const renamed = (name: string, type: string) =>
  `${name.replace(/\.[^.]*$/, '')}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
