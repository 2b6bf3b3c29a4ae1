import type { components } from '@shipyard/client';

type Schemas = components['schemas'];
type View = { [Name in keyof Schemas as Name extends `${string}View` ? Name : never]: Schemas[Name] };
type OptionalIn<Thing> = Thing extends object
  ? { [Key in keyof Thing]-?: undefined extends Thing[Key] ? Key : never }[keyof Thing]
  : never;

/** Every log has these, unless it is removed. */
type OfLogs = 'id' | 'title' | 'text' | 'content_md' | 'content_html' | 'image_urls' | 'captions';

/** Fields that an answer may leave out. Scripts get null for them. */
const AT_TIMES: Record<Exclude<OptionalIn<View[keyof View]>, OfLogs>, true> = {
  arrived_at: true,
  decision: true,
  properties_updated_at: true,
  readme_updated_at: true,
  removed_at: true,
  suggestion: true,
  warnings: true,
  withdrawn_at: true,
};

/** The result has no field of this path. */
export class UnknownField extends Error {
  constructor(
    readonly field: string,
    /** The fields beside it, by their paths. */
    readonly names: readonly string[],
  ) {
    super(field);
  }
}

export const fieldNames = (list: string): string[] =>
  list.split(',').flatMap((path) => (path.trim() === '' ? [] : [path.trim()]));

/** Returns the fields that `--fields` names, by their paths. A field of the items of a list is a list of values. */
export function chosenFields(data: unknown, list: string): Record<string, unknown> {
  return Object.fromEntries(fieldNames(list).map((path) => [path, valueAt(data, path.split('.'), '')]));
}

/** `place` is where `data` is, with a dot at its end. */
function valueAt(data: unknown, [name, ...rest]: readonly string[], place: string): unknown {
  if (name === undefined || data === null) return data;
  if (!Array.isArray(data)) {
    const fields = fieldsOf(data);
    if (fields.has(name)) return valueAt(fields.get(name), rest, `${place}${name}.`);
    if (Object.hasOwn(AT_TIMES, name)) return null;
    throw unknownField(data, name, place);
  }
  const items: unknown[] = data;
  if (items.length > 0 && !Object.hasOwn(AT_TIMES, name) && !items.some((item) => fieldsOf(item).has(name)))
    throw unknownField(data, name, place);
  return items.map((item) => valueAt(fieldsOf(item).get(name) ?? null, rest, `${place}${name}.`));
}

function unknownField(data: unknown, name: string, place: string): UnknownField {
  const names = [data].flat().flatMap((item) => [...fieldsOf(item).keys()]);
  return new UnknownField(
    place + name,
    [...new Set(names)].map((each) => place + each),
  );
}

const fieldsOf = (data: unknown): Map<string, unknown> =>
  new Map(typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : []);
