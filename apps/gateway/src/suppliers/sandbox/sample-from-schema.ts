type Schema = Record<string, unknown>;

const MAX_DEPTH = 12;

/**
 * The smallest sensible value that a JSON schema allows: objects, arrays, strings, numbers, integers, booleans, enums, const, null,
 * anyOf, oneOf, allOf, and `$ref` within the document. A schema that refers to itself ends at a list's lower bound or at null.
 */
export function sampleFromSchema(schema: unknown): unknown {
  return sample(schema, schema, 0);
}

function sample(schema: unknown, root: unknown, depth: number): unknown {
  if (!isSchema(schema) || depth > MAX_DEPTH) return null;
  if (typeof schema.$ref === 'string') return sample(resolve(schema.$ref, root), root, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return sample(easiest(choices, depth), root, depth + 1);
  if (Array.isArray(schema.allOf)) return sample(Object.assign({}, ...schema.allOf.filter(isSchema)) as Schema, root, depth + 1);
  return sampleOfType(schema, root, depth);
}

function sampleOfType(schema: Schema, root: unknown, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(propertiesOf(schema, depth).map(([name, property]) => [name, sample(property, root, depth + 1)]));
    case 'array': {
      const fewest = wholeNumber(schema.minItems) ?? 0;
      const count = Math.min(Math.max(fewest, depth < 4 ? 1 : 0), wholeNumber(schema.maxItems) ?? Infinity, 100);
      return Array.from({ length: count }, () => sample(schema.items ?? {}, root, depth + 1));
    }
    case 'string':
      return sampleText(schema);
    case 'integer':
      return Math.ceil(lowerBound(schema, 1));
    case 'number':
      return lowerBound(schema, 0.5);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Deep in a schema that refers to itself, only what must be there. */
function propertiesOf(schema: Schema, depth: number): [string, unknown][] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  return depth < 4 ? properties : properties.filter(([name]) => required.includes(name));
}

function typeOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null') ?? 'null';
  if (schema.type !== undefined) return schema.type;
  if (schema.properties !== undefined) return 'object';
  return schema.items !== undefined ? 'array' : 'string';
}

function easiest(choices: unknown[], depth: number): unknown {
  if (depth < 4) return choices[0];
  return choices.find((choice) => isSchema(choice) && (choice.type === 'null' || 'const' in choice)) ?? choices[0];
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT1H',
  email: 'sandbox@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function sampleText(schema: Schema): string {
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  if (format !== undefined) return format;
  const shortest = Math.min(wholeNumber(schema.minLength) ?? 0, 10_000);
  return 'sandbox'.padEnd(shortest, '.').slice(0, Math.max(shortest, wholeNumber(schema.maxLength) ?? Infinity));
}

function lowerBound(schema: Schema, step: number): number {
  const smallest = number(schema.minimum) ?? (number(schema.exclusiveMinimum) === undefined ? undefined : Number(schema.exclusiveMinimum) + step);
  const largest = number(schema.maximum) ?? (number(schema.exclusiveMaximum) === undefined ? undefined : Number(schema.exclusiveMaximum) - step);
  return smallest ?? Math.min(step, largest ?? step);
}

function resolve(reference: string, root: unknown): unknown {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return path.reduce<unknown>((node, name) => (isSchema(node) ? node[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), root);
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const wholeNumber = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
