import type { JsonSchema } from '../class-schema';
import type { OpenApiDocument, OpenApiOperation } from './open-api';

export interface NamedOperation extends OpenApiOperation {
  method: string;
  path: string;
}

export interface Field {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function operationsOf(document: OpenApiDocument, tag: string): NamedOperation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    )
    .filter(({ tags }) => tags.includes(tag))
    .sort((one, other) =>
      one.path === other.path
        ? METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
        : one.path < other.path
          ? -1
          : 1,
    );
}

/** Both formats of errors name one code. Views may have an `error` too. */
export function isErrorSchema(schema: JsonSchema): boolean {
  const error = asSchema(propertiesOf(schema).error ?? {});
  return 'const' in error || 'const' in asSchema(propertiesOf(error).code ?? {});
}

export function fieldsOf(schema: JsonSchema): Field[] {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  return Object.entries(propertiesOf(schema)).map(([name, each]) => ({
    name,
    required: required.includes(name),
    schema: asSchema(each),
  }));
}

export function codesOf(operation: OpenApiOperation): { status: string; code: string }[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema;
    const all = schema && Array.isArray(schema.anyOf) ? schema.anyOf.map(asSchema) : schema ? [schema] : [];
    return all.flatMap(({ $ref }) =>
      Number(status) >= 400 && typeof $ref === 'string' && !$ref.endsWith('View')
        ? [{ status, code: nameIn($ref) }]
        : [],
    );
  });
}

export function dataOf({ responses }: OpenApiOperation): { status: string; schema: JsonSchema } | null {
  for (const [status, { content }] of Object.entries(responses)) {
    const data = propertiesOf(content?.['application/json']?.schema ?? {}).data;
    if (data !== undefined) return { status, schema: asSchema(data) };
  }
  return null;
}

export function callersOf({ security }: OpenApiOperation): string {
  if (security.length === 0) return 'everyone';
  const ways = security.map((each) => Object.keys(each).join(' with '));
  return ways.includes('') ? 'everyone; a token that is sent is checked' : ways.join(' or ');
}

export function bodyOf({ requestBody }: OpenApiOperation): { type: string; schema: JsonSchema } | null {
  const content = Object.entries(asSchema(asSchema(requestBody ?? {}).content ?? {}));
  const [first] = content;
  return first ? { type: first[0], schema: asSchema(asSchema(first[1]).schema ?? {}) } : null;
}

export function inWords(schema: JsonSchema, refer = (name: string) => name): string {
  const { $ref, anyOf, items } = schema;
  if (typeof $ref === 'string') return refer(nameIn($ref));
  if (Array.isArray(anyOf)) return anyOf.map((each) => inWords(asSchema(each), refer)).join(' or ');
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => String(value)).join(', ')}`;
  if ('const' in schema) return JSON.stringify(schema.const);
  const [type, minimum, maximum, minLength, maxLength, maxItems, format, pattern] = SCALARS.map((keyword) =>
    scalar(schema[keyword]),
  );
  if (type === 'array')
    return `list of ${inWords(asSchema(items), refer)}${maxItems === null ? '' : `, at most ${maxItems}`}`;
  if (type === 'object')
    return `{ ${fieldsOf(schema)
      .map(({ name, schema: each }) => `${name}: ${inWords(each, refer)}`)
      .join(', ')} }`;
  const range = [minimum && `from ${minimum}`, maximum && `to ${maximum}`].filter(Boolean).join(' ');
  const length = maxLength && `${minLength === null ? 'at most ' : `${minLength}-`}${maxLength} characters`;
  return [format ?? type ?? 'anything', range, length, pattern && `matches ${pattern}`].filter(Boolean).join(', ');
}

const SCALARS = ['type', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'format', 'pattern'];
const scalar = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return asSchema(properties ?? {});
}

const nameIn = (reference: string) => reference.split('/').at(-1) ?? reference;

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
