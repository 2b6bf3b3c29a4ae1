import { asArray } from '../http/json-reading';

type Schema = Record<string, unknown>;

const MAX_DEPTH = 12;
/** A limit on depth is not enough: lists of lists of a hundred are a million values within three levels. */
const MAX_WORK = 100_000;

/** Counts one per value, character, and alternative or property that is examined. */
class Allowance {
  private left = MAX_WORK;

  spend(work: number): boolean {
    this.left = work > this.left ? 0 : this.left - work;
    return this.left > 0;
  }
}

/** Supports types, enum, const, anyOf, oneOf, allOf, and `$ref` within the document. Ignores patterns. */
export function sampleFromSchema(schema: unknown): unknown {
  return sample(schema, schema, 0, new Allowance());
}

function sample(schema: unknown, root: unknown, depth: number, allowance: Allowance): unknown {
  if (!allowance.spend(1) || !isSchema(schema) || depth > MAX_DEPTH) return null;
  if (typeof schema.$ref === 'string') {
    return allowance.spend(schema.$ref.length) ? sample(resolve(schema.$ref, root), root, depth + 1, allowance) : null;
  }
  if ('const' in schema) return given(schema.const, allowance);
  if (Array.isArray(schema.enum)) return given(schema.enum[0], allowance);
  const { allOf, anyOf, oneOf, ...own } = schema;
  const choices = anyOf ?? oneOf;
  if (!Array.isArray(choices) && !Array.isArray(allOf)) return sampleOfType(schema, root, depth, allowance);
  const demanded = [...asArray(allOf), ...(Array.isArray(choices) ? [easiest(choices, depth)] : [])];
  const parts = [
    own,
    ...demanded.map((part) => (isSchema(part) && typeof part.$ref === 'string' ? resolve(part.$ref, root) : part)),
  ].filter(isSchema);
  return allowance.spend(demanded.length + parts.reduce((size, part) => size + sizeOf(part), 0))
    ? sample(merge(parts), root, depth + 1, allowance)
    : null;
}

function sizeOf({ properties, required, ...others }: Schema): number {
  return (
    Object.keys(others).length + (isSchema(properties) ? Object.keys(properties).length : 0) + asArray(required).length
  );
}

function merge(schemas: Schema[]): Schema {
  const properties = schemas.map((schema) => schema.properties).filter(isSchema);
  const required = schemas.flatMap((schema) => asArray(schema.required));
  const whole = Object.assign({}, ...schemas) as Schema;
  return {
    ...whole,
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) as Schema }),
    ...(required.length > 0 && { required }),
  };
}

function given(value: unknown, allowance: Allowance): unknown {
  return allowance.spend(JSON.stringify(value)?.length ?? 0) ? value : null;
}

function sampleOfType(schema: Schema, root: unknown, depth: number, allowance: Allowance): unknown {
  switch (typeOf(schema)) {
    case 'object': {
      const properties = propertiesOf(schema, depth, allowance);
      return Object.fromEntries(
        properties.map(([name, property]) => [name, sample(property, root, depth + 1, allowance)]),
      );
    }
    case 'array': {
      const first = asArray(schema.prefixItems);
      const fewest = Math.max(wholeNumber(schema.minItems) ?? 0, first.length);
      const most = schema.items === false ? first.length : (wholeNumber(schema.maxItems) ?? Infinity);
      const count = Math.min(Math.max(fewest, depth < 4 ? 1 : 0), most, 100);
      return Array.from({ length: count }, (_, at) =>
        sample(first[at] ?? schema.items ?? {}, root, depth + 1, allowance),
      );
    }
    case 'string':
      return sampleText(schema, allowance);
    case 'integer':
      return sampleNumber(schema, 1);
    case 'number':
      return sampleNumber(schema, 0.5);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Deep in a recursive schema, only required properties are included. */
function propertiesOf(schema: Schema, depth: number, allowance: Allowance): [string, unknown][] {
  const required = new Set(asArray(schema.required));
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const known = new Set(properties.map(([name]) => name));
  const others = [...required].filter((name): name is string => typeof name === 'string' && !known.has(name));
  const characters = [...known, ...others].reduce((sum, name) => sum + name.length, 0);
  if (!allowance.spend(required.size + characters)) return [];
  const wanted = depth < 4 ? properties : properties.filter(([name]) => required.has(name));
  return [
    ...wanted,
    ...others.map((name): [string, unknown] => [
      name,
      isSchema(schema.additionalProperties) ? schema.additionalProperties : {},
    ]),
  ];
}

function typeOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null') ?? 'null';
  if (schema.type !== undefined) return schema.type;
  if (schema.properties !== undefined || schema.required !== undefined) return 'object';
  return schema.items !== undefined || schema.prefixItems !== undefined ? 'array' : 'string';
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

function sampleText(schema: Schema, allowance: Allowance): string | null {
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  if (format !== undefined) return format;
  const shortest = Math.min(wholeNumber(schema.minLength) ?? 0, 10_000);
  if (!allowance.spend(shortest)) return null;
  return 'sandbox'.padEnd(shortest, '.').slice(0, Math.max(shortest, wholeNumber(schema.maxLength) ?? Infinity));
}

/** `step` is the default, and the distance from an exclusive bound. */
function sampleNumber(schema: Schema, step: number): number {
  const [above, below] = [number(schema.exclusiveMinimum), number(schema.exclusiveMaximum)];
  const smallest = number(schema.minimum) ?? (above === undefined ? undefined : above + step);
  const largest = number(schema.maximum) ?? (below === undefined ? undefined : below - step);
  // Two exclusive bounds may be less than a step apart.
  const between = smallest !== undefined && largest !== undefined && smallest > largest && step < 1;
  const lowest = between
    ? ((above ?? smallest) + (below ?? largest)) / 2
    : (smallest ?? Math.min(step, largest ?? step));
  const factor = number(schema.multipleOf) ?? 0;
  if (factor > 0) return Math.ceil(lowest / factor) * factor;
  return step === 1 ? Math.ceil(lowest) : lowest;
}

function resolve(reference: string, root: unknown): unknown {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return path.reduce<unknown>(
    (node, name) => (isSchema(node) ? node[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  );
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const wholeNumber = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
