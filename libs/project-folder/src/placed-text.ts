import { addressFor, type ImageText, readServerText, replaceImages } from './image-texts';
import { type ImageBeside, withImagesBeside } from './images-beside';
import { type DocumentRules, LOG_RULES, README_RULES } from './project-documents';
import type { LocatedImage } from './types';

/** A text of the service that becomes a file in a folder. */
export interface UnplacedText {
  markdown: string;
  kind: 'readme' | 'log';
  /** Images of a log that its text does not show. */
  beside: readonly ImageBeside[];
  /** Where the files of images are in the folder, by file id. */
  byFileId: ReadonlyMap<string, string>;
  /** The same, by the paths that a README has for them. */
  byPath: ReadonlyMap<string, string>;
}

/** Names each image by the path of its file, however the text spells it: as Markdown, a reference or HTML. */
export function placeImages({ markdown, kind, beside, byFileId, byPath }: UnplacedText): string {
  const rules = kind === 'readme' ? README_RULES : LOG_RULES;
  const text = readServerText(withImagesBeside(markdown, beside), rules);
  return withPaths(text, rules, ({ fileId, path }) =>
    fileId === null ? (kind === 'readme' && path !== null && byPath.get(path)) || null : (byFileId.get(fileId) ?? null),
  );
}

/** Replaces the address of each image by that of a path. Null leaves it as it is. */
export function withPaths(
  text: ImageText,
  rules: DocumentRules,
  pathOf: (image: LocatedImage) => string | null,
): string {
  return replaceImages(text, (image) => {
    const path = pathOf(image);
    return path === null || path === image.path ? null : addressFor(image, path, text, rules);
  });
}
