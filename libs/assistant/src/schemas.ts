import apiSchemas from './api-schemas.json';

export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
  $defs?: Record<string, object>;
}

type SchemaName = keyof typeof apiSchemas;

/** A reference to a schema of the API's document. `closedObject` adds what it refers to. */
export const ref = (name: SchemaName) => ({ $ref: `#/$defs/${name}` });

export const listOf = (items: object) => ({ type: 'array', items });
export const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

type FieldOf<Name extends SchemaName> = keyof (typeof apiSchemas)[Name]['properties'] & string;

/**
 * Returns the schema of one field of a view or DTO, so that its rules and its description are written once. Does not throw for
 * an unknown name: a service that calls this at its start must start before its document, and these schemas, know a new name.
 * The type check refuses the name until then.
 */
export function fieldOf<Name extends SchemaName>(name: Name, field: FieldOf<Name>): object {
  const schemas: Partial<Record<string, { properties: Partial<Record<string, object>> }>> = apiSchemas;
  return schemas[name]?.properties[field] ?? {};
}

export function fieldsOf<Name extends SchemaName>(
  name: Name,
  fields: readonly FieldOf<Name>[],
): Record<string, object> {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(name, field)]));
}

/** An object without other fields than these. All are required unless `optional` names them. */
export function closedObject(properties: Record<string, object>, optional: readonly string[] = []): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The fields of a result and their kinds. A list of tools with whole schemas would fill the memory of an assistant. */
export function outlineOf({ properties }: ObjectSchema): ObjectSchema {
  const kinds = Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)] as const);
  return { type: 'object', properties: Object.fromEntries(kinds) };
}

/** The same fields, for a tool whose list would repeat what another one says. */
export const withoutDescriptions = (properties: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { description: _, ...schema }]: [string, { description?: unknown }]) => [
      name,
      schema,
    ]),
  );

const kindOf = (schema: object): object =>
  'type' in schema && typeof schema.type === 'string' ? { type: schema.type } : {};

/** Adds the schemas that a schema refers to, in any depth. */
export function withDefinitions(schema: ObjectSchema): ObjectSchema {
  const schemas: Record<string, object | undefined> = apiSchemas;
  const needed = new Set(namesIn(schema));
  for (const name of needed) for (const next of namesIn(schemas[name] ?? {})) needed.add(next);
  if (needed.size === 0) return schema;
  return { ...schema, $defs: Object.fromEntries([...needed].map((name) => [name, schemas[name] ?? {}])) };
}

function namesIn(schema: object): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name ?? '');
}
