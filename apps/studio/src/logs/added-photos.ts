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
