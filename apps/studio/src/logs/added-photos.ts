import type { LogWords } from '@shipyard/ui';
import { type PictureRefusal, refusalOf, refusalText } from '../editor/picture-files';
import { fill } from '../words';

type PhotoFile = Pick<File, 'name' | 'type' | 'size'>;

/** Which of the files join the photos that were chosen before, and one sentence on what happened. */
export function addPhotos<Photo extends PhotoFile>(
  chosen: readonly Photo[],
  files: readonly Photo[],
  words: LogWords['photos'],
): { photos: Photo[]; said: string; refused: string | null } {
  const photos = [...chosen];
  const refusals: [Photo, PictureRefusal][] = [];
  for (const file of files) {
    const refusal = refusalOf(file, photos.length);
    if (refusal === null) photos.push(file);
    else refusals.push([file, refusal]);
  }
  const added = photos.slice(chosen.length);
  const [first] = added;
  const said =
    added.length > 1
      ? fill(words.addedMany, { count: added.length })
      : first
        ? fill(words.added, { path: first.name })
        : '';
  return { photos, said, refused: refusalText(refusals, words) };
}

/** The photos that are another one again: a browser that goes back fills in files that the draft has kept too. */
export async function photosAgain(photos: readonly File[]): Promise<ReadonlySet<File>> {
  const again = new Set<File>();
  for (const [at, photo] of photos.entries()) {
    const alike = photos.slice(0, at).filter(({ name, size }) => name === photo.name && size === photo.size);
    for (const before of alike) if (await haveSameBytes(before, photo)) again.add(photo);
  }
  return again;
}

async function haveSameBytes(one: File, other: File): Promise<boolean> {
  const [left, right] = await Promise.all([one, other].map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return left?.every((byte, at) => byte === right?.[at]) ?? false;
}
