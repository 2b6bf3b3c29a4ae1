import { isListField, type ListField, PROJECT_FIELD_NAMES, type ProjectField } from '@shipyard/contracts';
import { positionOfKey, type YamlFault, YamlInvalid, YamlMapping } from './yaml-mapping';

const LIMIT_BYTES = 16 * 1024;
export interface SplitReadme {
  yaml: string | null;
  body: string;
}

/** The keys that are applied, as they are written. */
export type FrontMatter = Partial<Record<ListField, string[]> & Record<Exclude<ProjectField, ListField>, string>>;

export interface FrontMatterPlace {
  /** In the document, from 1. */
  line: number;
  column: number;
}

export type FrontMatterFault = YamlFault | 'too_large' | 'wrong_type';

export class FrontMatterInvalid extends Error {
  constructor(
    message: string,
    readonly fault: FrontMatterFault,
    readonly place: FrontMatterPlace | null = null,
  ) {
    super(place === null ? message : `${message} (line ${place.line}, column ${place.column})`);
  }
}

/** Splits off front matter: a block between `---` lines that starts on line 1 and is closed. Expects LF line ends. */
export function splitFrontMatter(readme: string): SplitReadme {
  const open = /^---[ \t]*\n/.exec(readme);
  if (!open) return { yaml: null, body: readme };
  const close = /^---[ \t]*(?:\n|$)/m;
  const rest = readme.slice(open[0].length);
  const match = close.exec(rest);
  if (!match) return { yaml: null, body: readme };
  return { yaml: rest.slice(0, match.index), body: rest.slice(match.index + match[0].length) };
}

/** Every scalar is a string. Throws FrontMatterInvalid. */
export function parseFrontMatter(yaml: string): FrontMatter {
  const mapping = frontMatterMapping(yaml);
  const known: FrontMatter = {};
  const wrongType = (key: string, type: string) =>
    new FrontMatterInvalid(`${key} must be ${type}.`, 'wrong_type', placeOf(yaml, mapping.positionOf(key)));
  for (const key of PROJECT_FIELD_NAMES) {
    const value = mapping.values.get(key);
    if (value === undefined) continue;
    if (isListField(key)) {
      const list = typeof value === 'string' ? splitList(key, value) : value;
      if (!isListOfStrings(list)) throw wrongType(key, 'a list of strings');
      known[key] = list;
    } else {
      if (typeof value !== 'string') throw wrongType(key, 'a string');
      known[key] = value;
    }
  }
  return known;
}

/** All keys. Throws FrontMatterInvalid for what is not a mapping, has anchors, aliases or tags, or is over 16 KiB. */
export function frontMatterMapping(yaml: string): YamlMapping {
  if (Buffer.byteLength(yaml) > LIMIT_BYTES)
    throw new FrontMatterInvalid(`The front matter is larger than ${LIMIT_BYTES} bytes.`, 'too_large');
  try {
    return new YamlMapping(yaml, 'front matter');
  } catch (error) {
    if (!(error instanceof YamlInvalid)) throw error;
    throw new FrontMatterInvalid(error.message, error.fault, placeOf(yaml, error.position));
  }
}

/** `tags: a, b` is a common way to write a list. A key without a value is an empty list. */
function splitList(key: ListField, value: string): string[] | null {
  if (value.trim() === '') return [];
  return key === 'tags'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : null;
}

export const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The line of a key of a valid front matter in its document, from 1. */
export function lineOfKey(key: string, yaml: string): number | null {
  return placeOf(yaml, positionOfKey(key, yaml))?.line ?? null;
}

function placeOf(yaml: string, position: number | undefined): FrontMatterPlace | null {
  if (position === undefined) return null;
  const before = yaml.slice(0, position).split('\n');
  return { line: before.length + 1, column: Array.from(before.at(-1) ?? '').length + 1 };
}
