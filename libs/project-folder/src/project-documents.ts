import {
  DocumentTooDeep,
  HtmlTooLarge,
  type ImagePlace,
  type ImageReference,
  locateImages,
  MarkdownDocument,
  MODE_FRAGMENT,
  pathFrom,
} from '@shipyard/markdown';
import { lineAt } from './lines';
import type { ErrorCode, LocatedImage } from './types';

export interface DocumentRules {
  /** What messages call it. */
  name: string;
  /** The folder that relative paths begin in. The README's root is the folder of the project. */
  folder: string;
  missingCode: ErrorCode;
}

export const README_RULES: DocumentRules = { name: 'README', folder: '', missingCode: 'README_IMAGE_MISSING' };
export const LOG_RULES: DocumentRules = { name: 'log', folder: 'logs', missingCode: 'VALIDATION_FAILED' };

export interface DocumentProblem {
  /** In the text, from 1. */
  line: number | null;
  code: ErrorCode;
  message: string;
}

export interface ReadDocument {
  images: LocatedImage[];
  problems: DocumentProblem[];
  references: ImageReference[];
  /** What a reader sees, without images. */
  text: string;
}

/** Any URL of an image that the sanitizer lets through. */
const SHOWN = { url: '/api/v1/assets/00000000-0000-0000-0000-000000000000.png', width: 640, height: 360 };

const ESCAPES = '%23 for #, %25 for % and %3F for ?';
const NO_BACKSLASH = '. Write / between folders, not \\';
/** What a person may have left without an escape: all, all but %, or % only. */
const LEFT_PLAIN = [/[%#?]/g, /[#?]/g, /%/g];

/** Finds the images of a text and what the service would refuse in it. `has` says whether the folder has a file. */
export function readDocument(markdown: string, rules: DocumentRules, has: (path: string) => boolean): ReadDocument {
  const problems: DocumentProblem[] = [];
  const refuse = (message: string, line: number | null, code: ErrorCode = 'VALIDATION_FAILED') =>
    problems.push({ line, code, message: `The ${rules.name} ${message}.` });
  try {
    const document = new MarkdownDocument(markdown);
    const references = document.images;
    const { text } = document.renderWithText(() => SHOWN);
    const { places, unplaced } = locateImages(markdown, references);
    const images = places.flatMap((place): LocatedImage[] => {
      const image = meantBy(place, rules);
      if ('problem' in image) {
        refuse(image.problem, lineAt(markdown, place.start));
        return [];
      }
      const { written, start, end } = place;
      if (image.path === null || has(image.path)) return [{ written, start, end, ...image }];
      const meant = unescapedFile(written, rules, has);
      const advice = meant ? `. Write ${meant.address}, with ${ESCAPES}` : written.includes('\\') ? NO_BACKSLASH : '';
      refuse(`refers to an image that is not there: ${written}${advice}`, lineAt(markdown, start), rules.missingCode);
      // The file that was meant does not also count as unused.
      return [{ written, start, end, fileId: null, path: meant?.path ?? image.path }];
    });
    for (const written of unplaced)
      refuse(`has an image whose address cannot be replaced: ${written}. Write it without escapes`, null);
    return { images, problems, references, text };
  } catch (error) {
    if (error instanceof DocumentTooDeep) refuse('is nested too deeply', null);
    else if (error instanceof HtmlTooLarge)
      refuse('renders to more than 2 MiB of HTML: shorten it, or repeat fewer footnotes', null);
    else throw error;
    return { images: [], problems, references: [], text: '' };
  }
}

/** The file that an address would name if its `%`, `#` and `?` were escaped, and that address. */
function unescapedFile(
  written: string,
  { folder }: DocumentRules,
  has: (path: string) => boolean,
): { address: string; path: string } | null {
  const mode = MODE_FRAGMENT.exec(written)?.[0] ?? '';
  for (const characters of LEFT_PLAIN) {
    const address = written.slice(0, written.length - mode.length).replace(characters, encodeURIComponent) + mode;
    const meant = pathFrom(folder, address);
    if ('path' in meant && has(meant.path)) return { address, path: meant.path };
  }
  return null;
}

/** What an image of a text means, without a look at the folder. */
export function meantBy(
  { written, target }: ImagePlace,
  { folder }: DocumentRules,
): Pick<LocatedImage, 'path' | 'fileId'> | { problem: string } {
  if (target.kind === 'stored') {
    return target.assetId === null
      ? { problem: `refers to an image that this project does not have: ${target.fileId}` }
      : { path: null, fileId: target.fileId };
  }
  if (target.kind === 'relative' && folder === '') return { path: target.path, fileId: null };
  if (target.kind === 'invalid' && folder === '')
    return { problem: `has an image whose path ${target.problem}: ${written}` };
  const path = pathFrom(folder, written);
  return 'path' in path
    ? { path: path.path, fileId: null }
    : { problem: `has an image whose path ${path.problem}: ${written}` };
}
