import type { EditorFacts } from '@shipyard/ui';
import { bytesBefore } from './fit-picture';
import type { PictureRefusal } from './picture-files';
import { descriptionOf, isHead } from './picture-changes';
import type { PictureReference } from './references';

/** A picture that the browser holds until the save. */
export interface HeldPicture {
  path: string;
  file: File;
  /** Shows the file. */
  url: string;
  refusal: PictureRefusal | null;
}

export interface ShownPicture {
  path: string;
  url: string;
  bytes: number;
  state: 'waiting' | 'uploading' | 'done' | 'unused' | 'refused';
  refusal: PictureRefusal | null;
  /** 0 to 100, while it is sent. */
  percent: number;
  isHeld: boolean;
  /** The bytes that it had before the browser made it smaller. */
  bytesBefore?: number;
  isHead: boolean;
  /** Null if the text names it in HTML, or not at all. */
  alt: string | null;
}

interface Pictures {
  held: readonly HeldPicture[];
  stored: EditorFacts['pictures'];
  references: readonly PictureReference[];
  used: ReadonlySet<string>;
  progress: ReadonlyMap<string, number>;
}

export function showPictures({ held, stored, references, used, progress }: Pictures): ShownPicture[] {
  const heldPaths = new Set(held.map(({ path }) => path));
  const headPath = (references.find(isHead) ?? references[0])?.path;
  const altOf = (path: string) => {
    const reference = references.find((each) => each.path === path);
    return reference ? descriptionOf(reference) : null;
  };
  const shown = (
    picture: Pick<ShownPicture, 'path' | 'url' | 'bytes' | 'bytesBefore' | 'isHeld' | 'refusal'>,
  ): ShownPicture => {
    const percent = progress.get(picture.path);
    const isUsed = used.has(picture.path);
    return {
      ...picture,
      percent: percent ?? 0,
      isHead: isUsed && picture.path === headPath,
      alt: altOf(picture.path),
      state:
        picture.refusal !== null
          ? 'refused'
          : !isUsed
            ? 'unused'
            : !picture.isHeld
              ? 'done'
              : percent === undefined
                ? 'waiting'
                : 'uploading',
    };
  };
  return [
    ...stored
      .filter(({ path }) => !heldPaths.has(path))
      .map((each) => shown({ ...each, isHeld: false, refusal: null })),
    ...held.map(({ path, url, file, refusal }) =>
      shown({ path, url, bytes: file.size, bytesBefore: bytesBefore(file), isHeld: true, refusal }),
    ),
  ];
}

/** How much of each picture is sent. The text goes first, and the pictures follow in their order. */
export function progressOf(
  held: readonly HeldPicture[],
  used: ReadonlySet<string>,
  sentBytes: number,
): Map<string, number> {
  const sent = held.filter(({ path, refusal }) => refusal === null && used.has(path));
  const all = sent.reduce((sum, { file }) => sum + file.size, 0);
  const progress = new Map<string, number>();
  let before = 0;
  for (const { path, file } of sent) {
    const share = Math.min(Math.max(Math.min(sentBytes, all) - before, 0), file.size);
    progress.set(path, file.size === 0 ? 100 : Math.floor((share / file.size) * 100));
    before += file.size;
  }
  return progress;
}
