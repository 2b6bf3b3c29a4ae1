import { type JsonSchema, SCHEMAS } from '../class-schema';

/** Good values for the examples of a document, by the name of a field, or by `Schema.field` where that says too little. */
export interface ExampleFacts {
  values: Readonly<Record<string, unknown>>;
  /** Bodies of requests whose required fields are no good example, by operation. */
  requests: Readonly<Record<string, JsonSchema>>;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T09:26:53.000Z',
  date: '2026-03-14',
  uuid: '0198c2f4-5b1e-7c3a-9d42-6f0e8b7a1c05',
  uri: 'https://example.org/',
  email: 'ada@example.org',
  binary: '(the bytes of an image)',
};

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

  parameter(name: string, schema: JsonSchema): unknown {
    const known = this.facts.values[name];
    if (typeof known === 'number') return `${known}`;
    return typeof known === 'string' ? known : this.of(schema, '', '', false);
  }

  private of(schema: JsonSchema, owner: string, field: string, isWhole: boolean): unknown {
    const known = this.valueFor(owner, field);
    if (known !== undefined && fits(known, schema)) return known;
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
        return this.ofItems(schema, field, isWhole);
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

  private ofItems({ items, minItems = 0 }: JsonSchema, field: string, isWhole: boolean): unknown[] {
    const item = this.of((items ?? {}) as JsonSchema, '', field.replace(/s$/, ''), isWhole);
    return item === undefined ? [] : Array.from({ length: Math.max(1, Number(minItems)) }, () => item);
  }

  private valueFor(owner: string, field: string): unknown {
    if (field === '') return undefined;
    return this.facts.values[`${owner}.${field}`] ?? this.facts.values[field];
  }
}

/** Whether a value has the kind that a schema asks for. A name can mean a text here and an object there. */
function fits(value: unknown, { $ref, type, enum: words, anyOf, oneOf }: JsonSchema): boolean {
  if (typeof $ref === 'string') return typeof value === 'object';
  if (Array.isArray(words)) return words.includes(value);
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return choices.some((each) => fits(value, each));
  const kind = Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value;
  return type === undefined || type === kind || (type === 'number' && kind === 'integer');
}

function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema, field: string): string {
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  if (typeof pattern === 'string' && pattern.includes('[hH][tT][tT][pP]')) return 'https://example.org/';
  const words = field === '' ? 'text' : field.replaceAll('_', ' ');
  return words.padEnd(Number(minLength), '.').slice(0, Math.min(Number(maxLength), 200));
}
