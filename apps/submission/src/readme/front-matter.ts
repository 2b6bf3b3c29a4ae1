import {
  constructFromEvents,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  getScalarValue,
  parseEvents,
  YAMLException,
} from 'js-yaml';
import { readmeErrors } from './readme.errors';

const LIMIT_BYTES = 16 * 1024;
const DEPTH_LIMIT = 20;
const LISTS = ['tags', 'demo_urls'] as const;
const TEXTS = ['tagline', 'name', 'color'] as const;

export interface SplitReadme {
  yaml: string | null;
  body: string;
}

export type FrontMatter = Partial<Record<(typeof LISTS)[number], string[]> & Record<(typeof TEXTS)[number], string>>;

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

/** Every scalar is a string. Refuses anchors, aliases, tags, duplicate keys, and more than 16 KiB. */
export function parseFrontMatter(yaml: string): FrontMatter {
  if (Buffer.byteLength(yaml) > LIMIT_BYTES) throw invalid(`The front matter is larger than ${LIMIT_BYTES} bytes.`);
  try {
    const events = parseEvents(yaml, { maxDepth: DEPTH_LIMIT });
    refuseIndirection(yaml, events);
    const documents = constructFromEvents(events, { source: yaml, schema: FAILSAFE_SCHEMA, maxAliases: 0 });
    const [document] = documents;
    if (document === undefined) return {};
    if (documents.length > 1 || typeof document !== 'object' || document === null || Array.isArray(document)) {
      throw invalid('The front matter is not a YAML mapping.', yaml, 0);
    }
    return pickKnown(yaml, events, document);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw invalid(
      `The front matter is not valid YAML: ${error.reason}. Quote values that contain ": " or " #".`,
      yaml,
      error.mark?.position,
    );
  }
}

function refuseIndirection(yaml: string, events: Event[]): void {
  for (const event of events) {
    if (event.type === EVENT_ID.ALIAS)
      throw invalid('Aliases are not accepted in front matter.', yaml, event.anchorStart);
    if ('anchorStart' in event && event.anchorStart >= 0)
      throw invalid('Anchors are not accepted in front matter.', yaml, event.anchorStart);
    if ('tagStart' in event && event.tagStart >= 0)
      throw invalid('Tags are not accepted in front matter.', yaml, event.tagStart);
  }
}

function pickKnown(yaml: string, events: Event[], document: object): FrontMatter {
  const values = new Map<string, unknown>(Object.entries(document));
  const known: FrontMatter = {};
  const wrongType = (key: string, type: string) =>
    invalid(`${key} must be ${type}.`, yaml, positionOf(key, yaml, events));
  for (const key of LISTS) {
    const value = values.get(key);
    if (value === undefined) continue;
    const list = typeof value === 'string' ? splitList(key, value) : value;
    if (!isListOfStrings(list)) throw wrongType(key, 'a list of strings');
    known[key] = list;
  }
  for (const key of TEXTS) {
    const value = values.get(key);
    if (value === undefined) continue;
    if (typeof value !== 'string') throw wrongType(key, 'a string');
    known[key] = value;
  }
  return known;
}

/** `tags: a, b` is a common way to write a list. A key without a value is an empty list. */
function splitList(key: (typeof LISTS)[number], value: string): string[] | null {
  if (value.trim() === '') return [];
  return key === 'tags'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : null;
}

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The line of a key of a valid front matter in its README, from 1. */
export function lineOfKey(key: string, yaml: string): number | null {
  const position = positionOf(key, yaml, parseEvents(yaml, { maxDepth: DEPTH_LIMIT }));
  return position === undefined ? null : placeOf(yaml, position).line;
}

function positionOf(key: string, yaml: string, events: Event[]): number | undefined {
  let depth = 0;
  // Keys and values take turns in the outermost mapping.
  let nodes = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      depth -= 1;
      continue;
    }
    const isKey = depth === 2 && nodes % 2 === 0;
    if (isKey && event.type === EVENT_ID.SCALAR && getScalarValue(yaml, event) === key) return event.valueStart;
    if (depth === 2) nodes += 1;
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) depth += 1;
  }
  return undefined;
}

function invalid(message: string, yaml?: string, position?: number) {
  if (yaml === undefined || position === undefined) return readmeErrors.README_FRONT_MATTER_INVALID({ message });
  const details = placeOf(yaml, position);
  return readmeErrors.README_FRONT_MATTER_INVALID({
    message: `${message} (line ${details.line}, column ${details.column})`,
    details,
  });
}

function placeOf(yaml: string, position: number): { line: number; column: number } {
  const before = yaml.slice(0, position).split('\n');
  return { line: before.length + 1, column: Array.from(before.at(-1) ?? '').length + 1 };
}
