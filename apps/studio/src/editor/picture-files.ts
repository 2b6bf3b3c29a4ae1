import type { EditorWords } from '@shipyard/ui';
import { fill } from '../words';

/** Also what the browser may turn into one of the kinds that the service takes. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/heic,image/heif,.heic,.heif';
export const LIMIT_BYTES = 5 * 1024 * 1024;
export const NEW_PICTURES_LIMIT = 32;
const FOLDER = 'images/';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

export type PictureRefusal = keyof Pick<
  EditorWords['pictures'],
  'svg' | 'heic' | 'kind' | 'tooLarge' | 'tooMany' | 'damaged'
>;

/** What iPhones make. Not every system knows the type. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Why the service would refuse the file, as far as the browser can tell. Null if it may pass. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>, othersCount: number): PictureRefusal | null {
  const { type, size } = file;
  if (isHeic(file)) return 'heic';
  if (type === 'image/svg+xml') return 'svg';
  if (!Object.hasOwn(EXTENSIONS, type)) return 'kind';
  if (size > LIMIT_BYTES) return 'tooLarge';
  return othersCount >= NEW_PICTURES_LIMIT ? 'tooMany' : null;
}

/** Names the files that were refused together, one sentence for each reason. Null if there are none. */
export function refusalText(
  refusals: readonly (readonly [Pick<File, 'name'>, PictureRefusal])[],
  words: Pick<EditorWords['pictures'], PictureRefusal | 'refused'>,
): string | null {
  const namesOf = new Map<PictureRefusal, string[]>();
  for (const [{ name }, refusal] of refusals) namesOf.set(refusal, [...(namesOf.get(refusal) ?? []), name]);
  const sentences = [...namesOf].map(([refusal, names]) =>
    fill(words.refused, { path: names.join(', '), reason: words[refusal] }),
  );
  return sentences.join(' ') || null;
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
