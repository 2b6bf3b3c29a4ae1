import { isLongerThan, type LineLimits, lineProblem, lineSchema, normaliseLine } from './line';
import { type Color, COLORS, isColor, VISIBILITIES, type Visibility } from './project-properties';

export type FieldResult<Value> = { value: Value } | { problem: string };

const TAG = { min: 1, max: 32 };
const SEARCH = { min: 0, max: 200 };
const TAGS_MAX = 10;
/** A longer list is refused at once, even if it only repeats a few tags. */
const TAGS_SENT_MAX = 100;
const URLS_MAX = 10;
const URL_MAX_LENGTH = 2_000;

interface FieldRow<Value> {
  kind: 'text' | 'list' | 'choice';
  choices?: readonly Value[];
  read: (value: unknown) => FieldResult<Value>;
  schema: Readonly<Record<string, unknown>>;
  /** What the API says of it where it takes it. */
  limits: string;
  /** What a project has until somebody says more. Absent if a new project must have a value. */
  unset?: Value;
  /** Whether lists of projects show it. */
  isListed: boolean;
  /** Whether a sync takes it. */
  isSynced: boolean;
  /** What the API says of it where it shows it. */
  about: string;
}

const requiredText = (line: LineLimits) => ({
  kind: 'text' as const,
  line,
  read: (value: unknown) => readLine(value, line),
  schema: lineSchema(line),
  limits: `${line.min}-${line.max} characters.`,
});

const optionalText = (max: number) => ({ ...requiredText({ min: 0, max }), unset: '' });

const listOf = (row: Pick<FieldRow<string[]>, 'read' | 'schema' | 'limits'>) => ({
  kind: 'list' as const,
  ...row,
  unset: [] as string[],
});

/**
 * What a project says of itself, in the order of `shipyard.yaml`, under the names of the API. A name is a column too.
 * Everything that takes, stores or shows a field follows from its row.
 */
export const PROJECT_FIELDS = {
  name: { ...requiredText({ min: 1, max: 80 }), isListed: true, isSynced: true, about: 'The name of the project.' },
  tagline: { ...optionalText(200), isListed: true, isSynced: true, about: 'The project in one sentence.' },
  tags: {
    ...listOf({
      read: readTags,
      schema: { type: 'array', items: lineSchema(TAG), maxItems: TAGS_MAX },
      limits: 'At most 10 tags of 1-32 characters.',
    }),
    isListed: true,
    isSynced: true,
    about: 'Its tags, in lower case.',
  },
  color: {
    kind: 'choice',
    choices: COLORS,
    read: readColor,
    schema: { enum: COLORS },
    limits: 'The color of its page.',
    isListed: true,
    isSynced: false,
    about: 'The color of its page.',
  },
  demo_urls: {
    ...listOf({
      read: readDemoUrls,
      schema: {
        type: 'array',
        items: { type: 'string', maxLength: URL_MAX_LENGTH, pattern: '^[hH][tT][tT][pP][sS]?://' },
        maxItems: URLS_MAX,
      },
      limits: 'At most 10 http or https URLs of at most 2,000 characters.',
    }),
    isListed: false,
    isSynced: true,
    about: 'Links to demonstrations.',
  },
} as const satisfies Record<string, FieldRow<string> | FieldRow<string[]>>;

type Rows = typeof PROJECT_FIELDS;
export type ProjectField = keyof Rows;
export type ProjectFields = {
  -readonly [Field in ProjectField]: Extract<ReturnType<Rows[Field]['read']>, { value: unknown }>['value'];
};
type FieldsWith<Facts> = { [Field in ProjectField]: Rows[Field] extends Facts ? Field : never }[ProjectField];
export type TextField = FieldsWith<{ kind: 'text' }>;
export type ListField = FieldsWith<{ kind: 'list' }>;
type OptionalField = FieldsWith<{ unset: unknown }>;
export type ListedField = FieldsWith<{ isListed: true }>;
export type SyncedField = FieldsWith<{ isSynced: true }>;

export const PROJECT_FIELD_NAMES = Object.keys(PROJECT_FIELDS) as ProjectField[];
export const LISTED_FIELDS = PROJECT_FIELD_NAMES.filter(
  (field): field is ListedField => PROJECT_FIELDS[field].isListed,
);
/** Only the page and the record of a project show them. */
export const UNLISTED_FIELDS = PROJECT_FIELD_NAMES.filter(
  (field): field is Exclude<ProjectField, ListedField> => !PROJECT_FIELDS[field].isListed,
);
export const SYNCED_FIELDS = PROJECT_FIELD_NAMES.filter(
  (field): field is SyncedField => PROJECT_FIELDS[field].isSynced,
);

/** What a new project has if its maker says no more. */
export const UNSET_FIELDS = Object.fromEntries(
  Object.entries(PROJECT_FIELDS).flatMap(([field, row]) => ('unset' in row ? [[field, row.unset]] : [])),
) as Pick<ProjectFields, OptionalField>;

const READERS: { [Field in ProjectField]: { read: (value: unknown) => FieldResult<ProjectFields[Field]> } } =
  PROJECT_FIELDS;

export const isTextField = (field: ProjectField): field is TextField => PROJECT_FIELDS[field].kind === 'text';
export const isListField = (field: ProjectField): field is ListField => PROJECT_FIELDS[field].kind === 'list';

/** The schemas of what is read like a field, and is none. */
export const FIELD_SCHEMAS = {
  tag: lineSchema(TAG),
  visibility: { enum: VISIBILITIES },
  search: lineSchema(SEARCH),
};

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

function readTags(value: unknown): FieldResult<string[]> {
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

function readDemoUrls(value: unknown): FieldResult<string[]> {
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

function readColor(value: unknown): FieldResult<Color> {
  return isColor(value) ? { value } : { problem: `must be one of ${COLORS.join(', ')}` };
}

export function readVisibility(value: unknown): FieldResult<Visibility> {
  const visibility = VISIBILITIES.find((each) => each === value);
  return visibility ? { value: visibility } : { problem: `must be one of ${VISIBILITIES.join(', ')}` };
}

export interface ReadProjectFields {
  fields: Partial<ProjectFields>;
  problems: { key: ProjectField; problem: string }[];
}

/** Reads what a config or front matter sets. Other keys are ignored. */
export function readProjectFields(raw: Readonly<Record<string, unknown>>): ReadProjectFields {
  const fields: Partial<ProjectFields> = {};
  const problems: ReadProjectFields['problems'] = [];
  const read = <Field extends ProjectField>(field: Field) => {
    if (!Object.hasOwn(raw, field)) return;
    const result = READERS[field].read(raw[field]);
    if ('problem' in result) problems.push({ key: field, problem: result.problem });
    else fields[field] = result.value;
  };
  PROJECT_FIELD_NAMES.forEach(read);
  return { fields, problems };
}

/** Takes these fields out of an object. A field that it lacks stays absent. */
export function pickFields<Field extends ProjectField>(
  fields: Readonly<Pick<ProjectFields, Field>>,
  names: readonly Field[],
): Pick<ProjectFields, Field>;
export function pickFields<Field extends ProjectField>(
  fields: Readonly<Partial<Pick<ProjectFields, Field>>>,
  names: readonly Field[],
): Partial<Pick<ProjectFields, Field>>;
export function pickFields<Field extends ProjectField>(
  fields: Readonly<Partial<Pick<ProjectFields, Field>>>,
  names: readonly Field[],
): Partial<Pick<ProjectFields, Field>> {
  const picked: Partial<Pick<ProjectFields, Field>> = {};
  for (const name of names) if (fields[name] !== undefined) picked[name] = fields[name];
  return picked;
}
