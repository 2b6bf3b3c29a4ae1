import type { CallSamples, NamedOperation, OpenApiDocument } from '@shipyard/http';

export interface ReferenceWords {
  title: string;
  lead: string;
  source: string;
  search: string;
  find: string;
  found: (count: number, query: string) => string;
  none: string;
  all: string;
  groups: string;
  errors: string;
  errorsAbout: string;
  schemas: string;
  schemasAbout: string;
  asMarkdown: string;
  /** Stands before links, so it ends with a colon, and a space in English. */
  machine: string;
  parameters: string;
  body: (type: string) => string;
  data: (status: string) => string;
  sample: string;
  codes: string;
  callers: (ways: string) => string;
  optional: string;
  copy: string;
  copied: string;
}

/** A page of the reference. `about` is said in the list. */
export interface PartOfReference {
  name: string;
  title: string;
  about?: string;
}

/** The calls of a service, as its pages show them. */
export interface Reference {
  text: ReferenceWords;
  document: OpenApiDocument;
  /** The path of the first page. The others are below it. */
  url: string;
  documentUrl: string;
  samplesOf: (operation: NamedOperation) => CallSamples;
  /** Texts before the calls. */
  guides: readonly PartOfReference[];
}

/** The style sheets that its pages need beside those of every page. */
export const REFERENCE_SHEETS = ['written', 'reference'] as const;

/** The pages of the reference, in their order. */
export const partsOf = ({ text, document, guides }: Reference): PartOfReference[] => [
  ...guides,
  ...document.tags.map(({ name, description }) => ({ name, title: description })),
  { name: 'errors', title: text.errors, about: text.errorsAbout },
  { name: 'schemas', title: text.schemas, about: text.schemasAbout },
];

/** Null: there is no such page. */
export const partNamed = (reference: Reference, name: string): PartOfReference | null =>
  partsOf(reference).find((each) => each.name === name) ?? null;

/** Each word of the query must be in the method, the path or the texts. */
export function hasWords({ method, path, summary, description = '' }: NamedOperation, query: string): boolean {
  const text = `${method} ${path} ${summary} ${description}`.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

const QUERY_LENGTH = 100;

/** What a visitor looks for, from `q` of the URL. */
export const searchedFor = (q: unknown): string => (typeof q === 'string' ? q.trim().slice(0, QUERY_LENGTH) : '');
