import { isObject } from '../drafts/draft-store';

/** The field of the form that lists what describes its photos. It is kept with the text, and never sent. */
export const KEPT_CAPTIONS_FIELD = 'kept_captions';

const captions = new WeakMap<File, string>();

/** What somebody wrote to describe the photo. It stays with the photo, wherever that is moved. */
export const captionOf = (photo: File): string => captions.get(photo) ?? '';

export const describe = (photo: File, caption: string): void => void captions.set(photo, caption);

/** The text of the field: the descriptions by the keys of their photos. */
export function writeCaptions(captionOfKey: Iterable<readonly [key: string, caption: string]>): string {
  const written = [...captionOfKey].filter(([, caption]) => caption !== '');
  return written.length === 0 ? '' : JSON.stringify(Object.fromEntries(written));
}

export function readCaptions(text: string): ReadonlyMap<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new Map();
  }
  if (!isObject(value)) return new Map();
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
