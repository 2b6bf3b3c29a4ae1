import { asArray, asObject, type JsonObject } from '../../http/json-reading';

const KEPT = new Set([
  '$ref',
  'type',
  'description',
  'title',
  'enum',
  'const',
  'default',
  'required',
  'properties',
  'items',
  '$defs',
  'definitions',
  'anyOf',
  'allOf',
  'oneOf',
  'additionalProperties',
]);
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);

/** Moves what cannot be enforced (minimum, pattern) into the description, as the vendor's own client does. */
export function toClosedSchema(value: unknown): unknown {
  const schema = asObject(value);
  if (!schema) return value;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const { oneOf, definitions, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key, each]) => isKept(key, each));
  const closed: JsonObject = Object.fromEntries(kept.map(([key, each]) => [key, closeUnder(key, each)]));
  if (definitions !== undefined) closed.definitions = closeEach(definitions);
  if (Array.isArray(oneOf)) closed.anyOf = asArray(oneOf).map(toClosedSchema);
  if (hasType(schema, 'object')) closed.additionalProperties = false;
  const told = Object.entries(rest).filter(([key, each]) => !isKept(key, each));
  return told.length === 0 ? closed : { ...closed, description: describe(schema.description, told) };
}

/** Whether objects may have unnamed properties. Closing those would change the schema. */
export function hasOpenObjects(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOpenObjects);
  const schema = asObject(value);
  if (!schema) return false;
  const open = schema.additionalProperties === true || asObject(schema.additionalProperties) !== undefined;
  return open || Object.values(schema).some(hasOpenObjects);
}

function isKept(key: string, value: unknown): boolean {
  if (key === 'format') return typeof value === 'string' && FORMATS.has(value);
  if (key === 'minItems') return value === 0 || value === 1;
  return KEPT.has(key);
}

function closeUnder(key: string, value: unknown): unknown {
  if (key === 'properties' || key === '$defs') return closeEach(value);
  if (key === 'anyOf' || key === 'allOf') return asArray(value).map(toClosedSchema);
  return key === 'items' ? toClosedSchema(value) : value;
}

function closeEach(schemas: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(schemas) ?? {}).map(([name, schema]) => [name, toClosedSchema(schema)]),
  );
}

const hasType = ({ type }: JsonObject, name: string) => type === name || asArray(type).includes(name);

function describe(description: unknown, told: [string, unknown][]): string {
  const terms = `{${told.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')}}`;
  return typeof description === 'string' ? `${description}\n\n${terms}` : terms;
}
