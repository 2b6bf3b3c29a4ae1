import type { ImageTarget } from './image-target';
import { type ImageReference, MarkdownDocument } from './markdown-document';

export interface ImagePlace {
  /** In the source, without quotes or brackets. */
  start: number;
  end: number;
  written: string;
  target: ImageTarget;
}

export interface ImagePlaces {
  /** In the order of the source. */
  places: ImagePlace[];
  /** References that the source spells in a way that is not found, as written. */
  unplaced: string[];
}

/** Bounds the time for one document. Further references are unplaced. */
const REFERENCES_LIMIT = 1_000;
const CANDIDATES_LIMIT = 20_000;

/** What may stand before and after the address of an image. */
const BEFORE = /[\s(<"'=,:]/;
const AFTER = /[\s)>"',]/;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Candidate {
  start: number;
  end: number;
  written: string;
}

/** The source with its escapes read. `at` has the place in the source of each character, and of the end. */
interface Spelling {
  text: string;
  at: (index: number) => number;
}

/**
 * Finds where the source names images that are or could be ours:
 * 1. Read the document as it is rendered: `references` are its images.
 * 2. Find each place in the source where one of them could be written.
 * 3. Write another name into each place and read the document again. A place whose name comes back as an image is one.
 *    A place in code, a comment, a link or a text does not come back.
 */
export function locateImages(markdown: string, references = new MarkdownDocument(markdown).images): ImagePlaces {
  const ours = references.filter(isOurs);
  if (ours.length === 0) return { places: [], unplaced: [] };
  const targets = new Map(ours.slice(0, REFERENCES_LIMIT).map(({ written, target }) => [written, target]));
  const candidates = findCandidates(markdown, [...targets.keys()]);
  const stem = unusedName(markdown);
  const names = new Map(candidates.map((candidate, index) => [`${stem}${index}.png`, candidate]));
  const probe = replaceRanges(
    markdown,
    [...names].map(([text, { start, end }]) => ({ start, end, text })),
  );
  const found = new MarkdownDocument(probe).images.filter(isOurs);
  const confirmed = new Set(found.flatMap(({ written }) => names.get(written) ?? []));
  const places = candidates.flatMap((candidate): ImagePlace[] => {
    const target = targets.get(candidate.written);
    return confirmed.has(candidate) && target ? [{ ...candidate, target }] : [];
  });
  return { places, unplaced: unplacedIn(ours, found, names) };
}

export function replaceRanges(source: string, ranges: readonly { start: number; end: number; text: string }[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of ranges) {
    pieces.push(source.slice(from, start), text);
    from = end;
  }
  return pieces.join('') + source.slice(from);
}

const isOurs = ({ target: { kind } }: ImageReference) => kind === 'relative' || kind === 'stored' || kind === 'invalid';

/** The same images must come in the same order, each by a new name. */
function unplacedIn(
  wanted: ImageReference[],
  found: ImageReference[],
  names: ReadonlyMap<string, Candidate>,
): string[] {
  if (wanted.length !== found.length) return [...new Set(wanted.map(({ written }) => written))];
  const missing = wanted.filter(({ written }, index) => names.get(found[index]?.written ?? '')?.written !== written);
  return [...new Set(missing.map(({ written }) => written))];
}

function findCandidates(markdown: string, written: string[]): Candidate[] {
  const spellings = spellingsOf(markdown);
  const taken = new Uint8Array(markdown.length);
  const candidates: Candidate[] = [];
  // A longer name goes first, because it may end with a shorter one.
  for (const name of written.filter((each) => each !== '').sort((one, other) => other.length - one.length)) {
    for (const { text, at } of spellings) {
      for (let index = text.indexOf(name); index >= 0; index = text.indexOf(name, index + 1)) {
        if (candidates.length === CANDIDATES_LIMIT) break;
        if (!isFree(text, index, name.length)) continue;
        const [start, end] = [at(index), at(index + name.length)];
        if (taken[start] || taken[end - 1]) continue;
        taken.fill(1, start, end);
        candidates.push({ start, end, written: name });
      }
    }
  }
  return candidates.sort((one, other) => one.start - other.start);
}

function isFree(text: string, index: number, length: number): boolean {
  const before = text[index - 1];
  const after = text[index + length];
  return (before === undefined || BEFORE.test(before)) && (after === undefined || AFTER.test(after));
}

function spellingsOf(markdown: string): Spelling[] {
  const spellings: Spelling[] = [{ text: markdown, at: (index) => index }];
  if (markdown.includes('&')) spellings.push(unescaped(markdown, /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi));
  if (markdown.includes('\\'))
    spellings.push(unescaped(markdown, /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});|\\([!-/:-@[-`{-~])/gi));
  return spellings;
}

function unescaped(markdown: string, escapes: RegExp): Spelling {
  const pieces: string[] = [];
  const places: number[] = [];
  let from = 0;
  const keep = (end: number) => {
    for (let index = from; index < end; index++) places.push(index);
    pieces.push(markdown.slice(from, end));
    from = end;
  };
  for (const { 0: escape, 1: entity, 2: mark, index } of markdown.matchAll(escapes)) {
    const character = mark ?? characterOf(entity ?? '');
    if (character === null) continue;
    keep(index);
    for (let unit = 0; unit < character.length; unit++) places.push(index);
    pieces.push(character);
    from = index + escape.length;
  }
  keep(markdown.length);
  places.push(markdown.length);
  return { text: pieces.join(''), at: (index) => places[index] ?? markdown.length };
}

function characterOf(entity: string): string | null {
  if (!entity.startsWith('#')) return ENTITIES[entity] ?? null;
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

function unusedName(markdown: string): string {
  for (let number = 0; ; number++) {
    const name = `place-${number}-`;
    if (!markdown.includes(name)) return name;
  }
}
