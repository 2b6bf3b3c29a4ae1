import type { EditorWords } from '@shipyard/ui';
import { fill } from '../words';

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';
const LIMIT_BYTES = 5 * 1024 * 1024;
export const NEW_PICTURES_LIMIT = 32;
const FOLDER = 'images/';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

export type PictureRefusal = keyof Pick<EditorWords['pictures'], 'svg' | 'kind' | 'tooLarge' | 'tooMany' | 'damaged'>;

/** Why the service would refuse the file, as far as the browser can tell. Null if it may pass. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>, othersCount: number): PictureRefusal | null {
  if (type === 'image/svg+xml') return 'svg';
  if (!Object.hasOwn(EXTENSIONS, type)) return 'kind';
  if (size > LIMIT_BYTES) return 'tooLarge';
  return othersCount >= NEW_PICTURES_LIMIT ? 'tooMany' : null;
}

/** One sentence on the files that were refused together. Null if there are none. */
export function refusalText(
  refusals: readonly (readonly [Pick<File, 'name'>, PictureRefusal])[],
  words: Pick<EditorWords['pictures'], PictureRefusal | 'refused' | 'refusedMany'>,
): string | null {
  const [first] = refusals;
  if (!first) return null;
  if (refusals.length > 1) return fill(words.refusedMany, { count: refusals.length });
  const [{ name }, refusal] = first;
  return fill(words.refused, { path: name, reason: words[refusal] });
}

/** A path that needs no escaping in Markdown, and that no other picture has. */
export function picturePath({ name, type }: Pick<File, 'name' | 'type'>, taken: ReadonlySet<string>): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const extension = EXTENSIONS[type] ?? 'png';
  for (let number = 1; ; number += 1) {
    const path = `${FOLDER}${stem || 'picture'}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (!taken.has(path)) return path;
  }
}

/** The form in which the service compares a reference with the name of an uploaded part. */
export function canonicalPath(written: string): string {
  const path = written.replace(/[?#].*/su, '');
  return decoded(path)
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function sizeText(bytes: number, lang: string): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString(lang, { maximumFractionDigits: unit === 'KB' ? 0 : 1 })} ${unit}`;
}
