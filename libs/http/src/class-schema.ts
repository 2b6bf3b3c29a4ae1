// A project that imports this file has the declaration only if it is named here.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./class-transformer-storage.d.ts" />
import { applyDecorators } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { Type } from 'class-transformer';
import {
  IS_DATE,
  IS_DATE_STRING,
  IS_ISO8601,
  IS_OPTIONAL,
  IS_URL,
  IsArray,
  MAX,
  MIN,
  ValidateBy,
  ValidateNested,
  ValidationTypes,
} from 'class-validator';
import { JSONSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';

export type Class<View extends object = object> = new () => View;

export type JsonSchema = Readonly<Record<string, unknown>>;

export const SCHEMAS = '#/components/schemas/';

export class RuleSchema {
  constructor(readonly schema: JsonSchema) {}
}

/** The example is for a text that neither its name nor its format explains. */
export const Describe = (description: string, example?: string) =>
  JSONSchema({ description, ...(example !== undefined && { examples: [example] }) });

/** A field that we pass on unread, so it may hold any JSON. */
export const AnyJson = () =>
  ValidateBy({
    name: 'anyJson',
    constraints: [new RuleSchema({})],
    validator: { validate: () => true },
  });

/** A class whose objects may have more fields than it names. */
export const MoreFields = () => JSONSchema({ additionalProperties: true });

export const OrNull = () =>
  ValidateBy({
    name: 'orNull',
    constraints: [new RuleSchema({ nullable: true })],
    validator: { validate: () => true },
  });

export const Holds = (view: () => Class) => applyDecorators(ValidateNested(), Type(view));

export const ListOf = (view: () => Class) => applyDecorators(IsArray(), ValidateNested({ each: true }), Type(view));

type Converters = NonNullable<NonNullable<Parameters<typeof validationMetadatasToSchemas>[0]>['additionalConverters']>;

const CONVERTERS: Converters = {
  [IS_DATE]: { type: 'string', format: 'date-time' },
  [IS_DATE_STRING]: { type: 'string', format: 'date-time' },
  // The converter of the package says `oneOf`, and linters take the two for the same.
  [IS_ISO8601]: {
    type: 'string',
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
  [IS_URL]: { type: 'string', format: 'uri' },
  // A type here would turn an integer into a number.
  [MIN]: ({ constraints }) => ({ minimum: Number(constraints[0]) }),
  [MAX]: ({ constraints }) => ({ maximum: Number(constraints[0]) }),
  [ValidationTypes.CONDITIONAL_VALIDATION]: ({ name }) => (name === IS_OPTIONAL ? { nullable: true } : {}),
  [ValidationTypes.CUSTOM_VALIDATION]: ({ constraints }) => {
    const [rule] = (constraints ?? []) as unknown[];
    return rule instanceof RuleSchema ? { ...rule.schema } : {};
  },
};

export function classSchemas(prefix = SCHEMAS): Map<string, JsonSchema> {
  const schemas = validationMetadatasToSchemas({
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: prefix,
    additionalConverters: CONVERTERS,
  });
  return new Map(
    Object.entries(schemas).map(([name, each]) => {
      const schema = asSchema(withNull(each));
      return [name, { ...schema, additionalProperties: schema.additionalProperties ?? false }];
    }),
  );
}

export function referencesIn(schema: unknown, prefix = SCHEMAS): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === '$ref' && typeof value === 'string' ? [value.slice(prefix.length)] : referencesIn(value, prefix),
  );
}

export function schemaDocument(view: Class, title: string): JsonSchema {
  const prefix = '#/$defs/';
  const known = classSchemas(prefix);
  const taken = new Map<string, JsonSchema>();
  const take = (name: string) => {
    const schema = known.get(name);
    if (!schema) throw new Error(`The class ${name} has no decorated field`);
    if (taken.has(name)) return;
    taken.set(name, schema);
    for (const reference of referencesIn(schema, prefix)) take(reference);
  };
  take(view.name);
  const definitions = [...taken]
    .filter(([name]) => name !== view.name)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...taken.get(view.name),
    $defs: Object.fromEntries(definitions),
  };
}

export function defaultsOf(input: Class): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(new input()).filter(([, value]) => value !== undefined));
}

export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [first, second] = Array.isArray(anyOf) ? (anyOf as unknown[]) : [];
  return first !== undefined && asSchema(second).type === 'null' ? { ...asSchema(first), ...rest } : schema;
}

function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, description, ...rest }: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withNull(value)]),
  );
  const described = description === undefined ? {} : { description };
  if (typeof rest.pattern === 'string') rest.pattern = portablePattern(rest.pattern);
  if (nullable !== true) return { ...described, ...rest };
  // A rule that allows null alone leaves nothing beside it.
  if (Object.keys(rest).length === 0) return { ...described, type: 'null' };
  return { ...described, anyOf: [rest, { type: 'null' }] };
}

/** Few generators know the properties of Unicode, and a lone surrogate is no character of a body. */
const portablePattern = (pattern: string) =>
  pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f').replaceAll('\\p{Cs}', '');

function asSchema(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null) throw new Error('A schema is an object');
  return { ...value };
}
