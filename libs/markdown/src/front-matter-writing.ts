import { EVENT_ID, type Event, SCALAR_STYLE } from 'js-yaml';
import { type FrontMatter, FrontMatterInvalid, frontMatterMapping, splitFrontMatter } from './front-matter';
import { eventsOfKey } from './yaml-mapping';

/** The text of a value in its YAML, and its items if it is a list with a line for each. */
interface ValuePlace {
  start: number;
  end: number;
  isBlockList: boolean;
}

/**
 * Gives keys that the front matter has another value. Everything else of the README stays as it is, and so does a value
 * that cannot be replaced alone. Expects LF line ends.
 */
export function writeFrontMatter(readme: string, fields: FrontMatter): string {
  const { yaml, body } = splitFrontMatter(readme);
  if (yaml === null) return readme;
  const head = readme.slice(0, readme.indexOf('\n') + 1);
  const tail = readme.slice(head.length + yaml.length, readme.length - body.length);
  const written = Object.entries(fields).reduce((text, [key, value]) => writeValue(text, key, value), yaml);
  return head + written + tail + body;
}

function writeValue(yaml: string, key: string, value: string | string[]): string {
  const entries = entriesOf(yaml);
  const place = entries && placeOfValue(yaml, key);
  if (!place) return yaml;
  const written = yaml.slice(0, place.start) + textOf(value, yaml, place) + yaml.slice(place.end);
  const wanted = entries.map(([each, old]) => [each, each === key ? value : old]);
  return JSON.stringify(entriesOf(written)) === JSON.stringify(wanted) ? written : yaml;
}

function textOf(value: string | string[], yaml: string, { start, isBlockList }: ValuePlace): string {
  const indent = ' '.repeat(start - yaml.lastIndexOf('\n', start - 1) - 1);
  // A list in brackets must stand further right than its key.
  const space = /[\s[{]/.test(yaml[start - 1] ?? '') && !isBlockList ? '' : ' ';
  if (typeof value === 'string') return space + scalar(value);
  if (isBlockList && value.length > 0) return value.map((item) => `- ${scalar(item)}`).join(`\n${indent}`);
  return `${space}[${value.map(scalar).join(', ')}]`;
}

const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} _./-]*[\p{L}\p{N}])?$/u;

const scalar = (text: string) => (PLAIN.test(text) ? text : JSON.stringify(text));

/** Null for a front matter that is refused. */
function entriesOf(yaml: string): [string, unknown][] | null {
  try {
    return [...frontMatterMapping(yaml).values];
  } catch (error) {
    if (error instanceof FrontMatterInvalid) return null;
    throw error;
  }
}

function placeOfValue(yaml: string, key: string): ValuePlace | null {
  const [keyEvent, ...value] = eventsOfKey(key, yaml);
  const [first] = value;
  if (keyEvent?.type !== EVENT_ID.SCALAR || !first) return null;
  const colon = /["']?\s*:/y;
  colon.lastIndex = keyEvent.valueEnd;
  if (!colon.test(yaml)) return null;
  const afterColon = colon.lastIndex;
  if (first.type === EVENT_ID.SEQUENCE) return placeOfList(yaml, first.start, value);
  if (first.type !== EVENT_ID.SCALAR) return null;
  if (first.valueStart < 0) return { start: afterColon, end: afterColon, isBlockList: false };
  const isBlock = first.style === SCALAR_STYLE.LITERAL_BLOCK || first.style === SCALAR_STYLE.FOLDED_BLOCK;
  const quote = isQuoted(first.style) ? 1 : 0;
  const start = isBlock ? skip(yaml, afterColon, /(?:\s|#.*\n)*/y) : first.valueStart - quote;
  const end = isBlock ? yaml.slice(0, first.valueEnd).trimEnd().length : first.valueEnd + quote;
  return { start, end: Math.max(end, start), isBlockList: false };
}

function placeOfList(yaml: string, start: number, events: readonly Event[]): ValuePlace {
  const last = events.findLast((event) => event.type === EVENT_ID.SCALAR);
  const inside = last?.type === EVENT_ID.SCALAR ? last.valueEnd + (isQuoted(last.style) ? 1 : 0) : start + 1;
  const isBlockList = yaml[start] === '-';
  return { start, end: isBlockList ? inside : skip(yaml, inside, /(?:[\s,]|#.*\n)*\]/y), isBlockList };
}

const isQuoted = (style: number) => style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;

function skip(yaml: string, from: number, what: RegExp): number {
  what.lastIndex = from;
  return what.test(yaml) ? what.lastIndex : from;
}
