import { type Class, classSchemas, defaultsOf, type JsonSchema, referencesIn, SCHEMAS } from '../class-schema';
import type { DescribedErrorFormat } from '../error-format';
import { heldIn, isOnReceipt } from '../receipt';
import type { AnsweredError } from '../route-rule';

/** The schemas that a document names. Each is written once. */
export class SchemaBook {
  private readonly classes = new Map<string, Class>();
  private readonly named = new Map<string, JsonSchema>();

  constructor(
    private readonly errorFormat: DescribedErrorFormat,
    /** Of all classes. To write them takes as long as the rest of a document. */
    private readonly known: ReadonlyMap<string, JsonSchema> = classSchemas(),
  ) {}

  of(view: Class): JsonSchema {
    if ((this.classes.get(view.name) ?? view) !== view)
      throw new Error(`There are two classes ${view.name}: a schema needs a name of its own`);
    this.classes.set(view.name, view);
    this.take(view.name);
    return { $ref: SCHEMAS + view.name };
  }

  /** The schema of the view itself if its receipt leaves nothing out. */
  ofReceipt(view: Class): JsonSchema {
    if (this.isWholeOnReceipt(view)) return this.of(view);
    const name = `${view.name}Receipt`;
    const { properties, required } = this.fieldsOf(view);
    const kept = Object.entries(properties).filter(([field]) => isOnReceipt(view, field));
    const fields = kept.map(([field, schema]) => {
      const held = heldIn(view, field);
      return [field, held === null ? schema : withReference(schema, this.of(held), this.ofReceipt(held))] as const;
    });
    this.named.set(name, {
      ...this.find(view.name),
      properties: Object.fromEntries(fields),
      required: required.filter((field) => isOnReceipt(view, field)),
    });
    return { $ref: SCHEMAS + name };
  }

  private isWholeOnReceipt(view: Class): boolean {
    return Object.keys(this.fieldsOf(view).properties).every((field) => {
      const held = heldIn(view, field);
      return isOnReceipt(view, field) && (held === null || this.isWholeOnReceipt(held));
    });
  }

  fieldsOf(view: Class): { properties: Readonly<Record<string, JsonSchema>>; required: readonly string[] } {
    const { properties = {}, required = [] } = this.find(view.name) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return { properties, required };
  }

  ofError(error: AnsweredError): JsonSchema {
    const schema = this.errorFormat.schemaOf(error, (details) => this.of(details));
    this.named.set(error.code, schema);
    return { $ref: SCHEMAS + error.code };
  }

  used(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  find(name: string): JsonSchema {
    const schema = this.known.get(name);
    if (!schema) throw new Error(`The class ${name} has no decorated field`);
    return schema;
  }

  private take(name: string): void {
    if (this.named.has(name)) return;
    const schema = this.find(name);
    this.named.set(name, this.withDefaults(name, schema));
    for (const reference of referencesIn(schema)) this.take(reference);
  }

  private withDefaults(name: string, schema: JsonSchema): JsonSchema {
    const view = this.classes.get(name);
    if (!view) return schema;
    const defaults = defaultsOf(view);
    const properties = Object.entries(this.fieldsOf(view).properties).map(([field, own]) => [
      field,
      defaults.has(field) ? { ...own, default: defaults.get(field) } : own,
    ]);
    return { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
  }
}

/** The same schema with another reference, in any depth. */
function withReference(schema: JsonSchema, from: JsonSchema, to: JsonSchema): JsonSchema {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    return typeof value === 'object' && value !== null ? withReference({ ...value }, from, to) : value;
  };
  const entries = Object.entries(schema).map(([keyword, value]) =>
    keyword === '$ref' && value === from.$ref ? [keyword, to.$ref] : [keyword, replaced(value)],
  );
  return Object.fromEntries(entries) as JsonSchema;
}
