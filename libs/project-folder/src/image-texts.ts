import { type ImagePlace, locateImages, MarkdownDocument, MODE_FRAGMENT, replaceRanges } from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import { withoutBlankEnds } from './lines';
import { type DocumentRules, meantBy } from './project-documents';
import type { LocatedImage } from './types';

/** A Markdown text and the images in it. */
export interface ImageText {
  markdown: string;
  images: readonly LocatedImage[];
}

/** Finds the images of a text of the server, which the service has checked. */
export function readServerText(markdown: string, rules: DocumentRules): ImageText {
  const body = rules.folder === '' ? splitFrontMatter(markdown).body : markdown;
  const offset = markdown.length - body.length;
  const { places } = locateImages(body, new MarkdownDocument(body).images);
  const images = places.flatMap((place: ImagePlace): LocatedImage[] => {
    const meant = meantBy(place, rules);
    if ('problem' in meant) return [];
    return [{ written: place.written, start: place.start + offset, end: place.end + offset, ...meant }];
  });
  return { markdown, images };
}

/** Replaces the addresses of images, but not the color scheme that they are for. Null leaves one as it is. */
export function replaceImages(
  { markdown, images }: ImageText,
  addressOf: (image: LocatedImage) => string | null,
): string {
  const ranges = images.flatMap((image) => {
    const text = addressOf(image);
    return text === null ? [] : [{ start: image.start, end: image.end, text: text + modeOf(image) }];
  });
  return replaceRanges(markdown, ranges);
}

/** The image that a URL of the service names. */
export function assetOfUrl(url: string): { id: string; extension: string } | null {
  const [, id, extension] = /\/assets\/([0-9a-f-]{36})\.([a-z]+)/.exec(url) ?? [];
  return id !== undefined && extension !== undefined ? { id, extension } : null;
}

/** Whether two texts differ only in how they name the same images, and in blank lines at their ends. */
export function sameText(
  one: ImageText,
  other: ImageText,
  isSameImage: (one: LocatedImage, other: LocatedImage) => boolean,
): boolean {
  if (one.images.length !== other.images.length) return false;
  const isSame = one.images.every((image, index) => {
    const twin = other.images[index];
    return twin !== undefined && modeOf(image) === modeOf(twin) && isSameImage(image, twin);
  });
  return isSame && wordsOf(one) === wordsOf(other);
}

const modeOf = ({ written }: LocatedImage): string => MODE_FRAGMENT.exec(written)?.[0] ?? '';

/** NUL is in no text that the service accepts. */
const wordsOf = (text: ImageText): string => withoutBlankEnds(replaceImages(text, () => '\0'));

/** What needs an escape in an address between `<` and `>`, or in the quotes of an attribute. */
const ESCAPED_IN_QUOTES = /[<>"'`&%?#\\\p{Cc}]/gu;
const ESCAPED = /[^\p{L}\p{N}\p{M}._~/@+!-]/gu;

/** A path as the address of an image, spelled as a person would in this place. */
export function addressFor(
  { start, end }: LocatedImage,
  path: string,
  { markdown }: ImageText,
  rules: DocumentRules,
): string {
  const isBracketed = markdown[start - 1] === '<' && markdown[end] === '>';
  const [, quote] = /\ssrc=(["'])$/i.exec(markdown.slice(Math.max(0, start - 6), start)) ?? [];
  const isQuoted = quote !== undefined && markdown[end] === quote;
  return relativeTo(rules, escaped(path, isBracketed || isQuoted ? ESCAPED_IN_QUOTES : ESCAPED));
}

/** A path as the address of an image, relative to a folder. */
export function addressOfPath(path: string, rules: DocumentRules): string {
  return relativeTo(rules, escaped(path, ESCAPED));
}

function escaped(path: string, characters: RegExp): string {
  return path.replace(characters, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

function relativeTo({ folder }: DocumentRules, address: string): string {
  if (folder === '') return address;
  return address.startsWith(`${folder}/`) ? address.slice(folder.length + 1) : `../${address}`;
}
