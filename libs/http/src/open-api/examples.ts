import { type JsonSchema, SCHEMAS } from '../class-schema';

/** Good values for the examples of a document, by the name of a field, or by `Schema.field` where that says too little. */
export interface ExampleFacts {
  values: Readonly<Record<string, unknown>>;
  /** Bodies of requests whose required fields are no good example, by operation. */
  requests: Readonly<Record<string, JsonSchema>>;
}

const TIME = '2026-03-14T09:26:53.000Z';
const UUID = '0198c2f4-5b1e-7c3a-9d42-6f0e8b7a1c05';
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': TIME,
  date: '2026-03-14',
  uuid: UUID,
  uri: 'https://example.org/',
  email: 'ada@example.org',
  binary: '(the bytes of an image)',
};

/** What the name of a text says about it. */
const NAMES: readonly (readonly [names: RegExp, example: string])[] = [
  [/(?:^|_)(?:at|until)$/, TIME],
  [/(?:^|_)day$/, '2026-03-14'],
  [/_cny$/, '0.05'],
  [/(?:^id|_id|Id)$/, UUID],
  [/(?:^|_)url$/, 'https://example.org/'],
  [/_sha256$/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/(?:^|_)cursor$/, 'MjAyNi0wMy0xNFQwOToyNjo1My4wMDAwMDBaIDAxOThjMmY0'],
  [/_html$/, '<p>The first valve <strong>opens</strong>.</p>'],
];

/** Makes examples from schemas, so that each operation has one, and none grows old. */
export class Examples {
  /** The schemas that are being written. One inside of itself is left out. */
  private readonly open = new Set<string>();

  constructor(
    private readonly schemaOf: (name: string) => JsonSchema,
    private readonly facts: ExampleFacts,
  ) {}

  /** All that an answer can hold. */
  answer(schema: JsonSchema): unknown {
    return this.of(schema, '', '', true);
  }

  /** What a request needs, and no more. */
  request(schema: JsonSchema, operationId: string): unknown {
    return this.facts.requests[operationId] ?? this.of(schema, '', '', false);
  }

  /** The same name means different things in the paths of different calls. */
  parameter(name: string, schema: JsonSchema, operationId: string): unknown {
    const [group = ''] = operationId.split('.');
    const owner = [operationId, group].find((each) => `${each}.${name}` in this.facts.values) ?? '';
    const known = this.valueFor(owner, name);
    if (typeof known === 'number') return `${known}`;
    return typeof known === 'string' ? known : this.of(schema, owner, name, false);
  }

  private of(schema: JsonSchema, owner: string, field: string, isWhole: boolean): unknown {
    if (Array.isArray(schema.examples)) return schema.examples[0] as unknown;
    const known = this.valueFor(owner, field);
    if (known !== undefined && fits(known, schema)) return known;
    // In one answer an amount is a decimal string, in another a number.
    if (typeof known === 'string' && schema.type === 'number' && DECIMAL.test(known)) return Number(known);
    if (typeof schema.$ref === 'string') return this.ofReference(schema.$ref, isWhole);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
    const choices = [schema.anyOf, schema.oneOf, schema.allOf].find((each) => Array.isArray(each)) as
      | JsonSchema[]
      | undefined;
    if (choices) return this.of(choices.find(({ type }) => type !== 'null') ?? {}, owner, field, isWhole);
    if (!isWhole && 'default' in schema) return schema.default;
    return this.ofType(schema, owner, field, isWhole);
  }

  private ofType(schema: JsonSchema, owner: string, field: string, isWhole: boolean): unknown {
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return this.ofObject(schema, owner, isWhole);
      case 'array':
        return this.ofItems(schema, owner, field, isWhole);
      case 'integer':
      case 'number':
        return Math.max(1, Number(schema.minimum ?? 1));
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'string':
        return textFor(schema, field);
      default:
        return {};
    }
  }

  private ofReference(reference: string, isWhole: boolean): unknown {
    const name = reference.slice(SCHEMAS.length);
    if (this.open.has(name)) return undefined;
    this.open.add(name);
    const example = this.of(this.schemaOf(name), name, '', isWhole);
    this.open.delete(name);
    return example;
  }

  private ofObject({ properties = {}, required = [] }: JsonSchema, owner: string, isWhole: boolean): unknown {
    const needed = required as readonly string[];
    const fields = Object.entries(properties as Record<string, JsonSchema>);
    const shown = isWhole ? fields : fields.filter(([field]) => needed.includes(field));
    // A change of nothing shows nothing.
    const chosen = shown.length > 0 ? shown : fields.slice(0, 1);
    const entries = chosen.map(([field, schema]) => [field, this.of(schema, owner, field, isWhole)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  private ofItems({ items, minItems = 0 }: JsonSchema, owner: string, field: string, isWhole: boolean): unknown[] {
    const item = this.of((items ?? {}) as JsonSchema, owner, field.replace(/s$/, ''), isWhole);
    return item === undefined ? [] : Array.from({ length: Math.max(1, Number(minItems)) }, () => item);
  }

  private valueFor(owner: string, field: string): unknown {
    if (field === '') return undefined;
    return this.facts.values[`${owner}.${field}`] ?? this.facts.values[field];
  }
}

/** Whether a value has the kind that a schema asks for. A name can mean a text here and an object there. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const { $ref, type, enum: words, anyOf, oneOf, minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof $ref === 'string') return typeof value === 'object';
  if (Array.isArray(words)) return words.includes(value);
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return choices.some((each) => fits(value, each));
  if (Array.isArray(value)) return type === 'array' && holdsAll(value, schema);
  if (typeof value === 'number' && (value < Number(minimum) || value > Number(maximum))) return false;
  const kind = typeof value === 'number' ? 'integer' : typeof value;
  return type === undefined || type === kind || (type === 'number' && kind === 'integer');
}

const holdsAll = (value: readonly unknown[], { items = {}, minItems = 0 }: JsonSchema) =>
  value.length >= Number(minItems) && value.every((each) => fits(each, items as JsonSchema));

/** A text of which nothing says what it holds gets its name, which a spec refuses. */
function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema, field: string) {
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  if (typeof pattern === 'string' && pattern.includes('[hH][tT][tT][pP]')) return FORMATS.uri;
  const [, named] = NAMES.find(([names]) => names.test(field)) ?? [];
  return (named ?? field).padEnd(Number(minLength), '.').slice(0, Number(maxLength));
}
