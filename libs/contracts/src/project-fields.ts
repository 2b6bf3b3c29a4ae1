import { isLongerThan, lineProblem, lineSchema, normaliseLine } from './line';
import { type Color, COLORS, isColor, VISIBILITIES, type Visibility } from './project-properties';

export interface ProjectFields {
  name: string;
  tagline: string;
  tags: string[];
  demoUrls: string[];
  color: Color;
}

export type FieldResult<Value> = { value: Value } | { problem: string };

const NAME = { min: 1, max: 80 };
const TAGLINE = { min: 0, max: 200 };
const TAG = { min: 1, max: 32 };
const SEARCH = { min: 0, max: 200 };
const TAGS_MAX = 10;
/** A longer list is refused at once, even if it only repeats a few tags. */
const TAGS_SENT_MAX = 100;
const URLS_MAX = 10;
const URL_MAX_LENGTH = 2_000;

export const FIELD_SCHEMAS = {
  name: lineSchema(NAME),
  tagline: lineSchema(TAGLINE),
  tag: lineSchema(TAG),
  tags: { type: 'array', items: lineSchema(TAG), maxItems: TAGS_MAX },
  demo_urls: {
    type: 'array',
    items: { type: 'string', maxLength: URL_MAX_LENGTH, pattern: '^[hH][tT][tT][pP][sS]?://' },
    maxItems: URLS_MAX,
  },
  color: { enum: COLORS },
  visibility: { enum: VISIBILITIES },
  search: lineSchema(SEARCH),
};

export const readName = (value: unknown): FieldResult<string> => readLine(value, NAME);
export const readTagline = (value: unknown): FieldResult<string> => readLine(value, TAGLINE);

function readLine(value: unknown, limits: { min: number; max: number }): FieldResult<string> {
  const line = typeof value === 'string' ? normaliseLine(value, limits.max) : value;
  const problem = lineProblem(line, limits);
  return problem !== null ? { problem } : { value: String(line) };
}

export function readTag(value: unknown): FieldResult<string> {
  const tag = typeof value === 'string' ? normaliseLine(value.trim(), TAG.max).toLowerCase() : value;
  const problem = lineProblem(tag, TAG);
  return problem !== null ? { problem } : { value: String(tag) };
}

export function readSearch(value: unknown): FieldResult<string | undefined> {
  const search = typeof value === 'string' ? normaliseLine(value.trim(), SEARCH.max) : value;
  const problem = lineProblem(search, SEARCH);
  return problem !== null ? { problem } : { value: search === '' ? undefined : String(search) };
}

export function readTags(value: unknown): FieldResult<string[]> {
  if (!Array.isArray(value)) return { problem: 'must be a list of strings' };
  const tooMany = { problem: `must have at most ${TAGS_MAX} items` };
  if (value.length > TAGS_SENT_MAX) return tooMany;
  const tags = new Set<string>();
  for (const item of value as unknown[]) {
    const tag = readTag(item);
    if ('problem' in tag) return { problem: `has an item that ${tag.problem}` };
    if (tags.add(tag.value).size > TAGS_MAX) return tooMany;
  }
  return { value: [...tags] };
}

export function readDemoUrls(value: unknown): FieldResult<string[]> {
  if (!Array.isArray(value)) return { problem: 'must be a list of strings' };
  if (value.length > URLS_MAX) return { problem: `must have at most ${URLS_MAX} items` };
  const urls: string[] = [];
  for (const item of value as unknown[]) {
    if (typeof item !== 'string' || !isWebUrl(item))
      return { problem: `has an item that is not an http or https URL of at most ${URL_MAX_LENGTH} characters` };
    urls.push(item);
  }
  return { value: urls };
}

function isWebUrl(text: string): boolean {
  if (isLongerThan(text, URL_MAX_LENGTH) || /[\s\p{Cc}\p{Cs}]/u.test(text) || !/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

export function readColor(value: unknown): FieldResult<Color> {
  return isColor(value) ? { value } : { problem: `must be one of ${COLORS.join(', ')}` };
}

export function readVisibility(value: unknown): FieldResult<Visibility> {
  const visibility = VISIBILITIES.find((each) => each === value);
  return visibility ? { value: visibility } : { problem: `must be one of ${VISIBILITIES.join(', ')}` };
}

const READERS: {
  readonly [Field in keyof ProjectFields]: {
    wireName: string;
    read: (value: unknown) => FieldResult<ProjectFields[Field]>;
  };
} = {
  name: { wireName: 'name', read: readName },
  tagline: { wireName: 'tagline', read: readTagline },
  tags: { wireName: 'tags', read: readTags },
  demoUrls: { wireName: 'demo_urls', read: readDemoUrls },
  color: { wireName: 'color', read: readColor },
};

export interface ReadProjectFields {
  fields: Partial<ProjectFields>;
  problems: { key: string; problem: string }[];
}

/** Reads what a config or front matter sets, by its names there. Other keys are ignored. */
export function readProjectFields(raw: Readonly<Record<string, unknown>>): ReadProjectFields {
  const fields: Partial<ProjectFields> = {};
  const problems: ReadProjectFields['problems'] = [];
  const read = <Field extends keyof ProjectFields>(field: Field) => {
    const { wireName, read: readValue } = READERS[field];
    if (!Object.hasOwn(raw, wireName)) return;
    const result = readValue(raw[wireName]);
    if ('problem' in result) problems.push({ key: wireName, problem: result.problem });
    else fields[field] = result.value;
  };
  (Object.keys(READERS) as (keyof ProjectFields)[]).forEach(read);
  return { fields, problems };
}
