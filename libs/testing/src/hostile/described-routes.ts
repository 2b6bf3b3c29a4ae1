import type { Dice } from './dice';
import type { FormSample } from './hostile-form';

export interface Route {
  service: 'submission' | 'gateway';
  method: string;
  path: string;
  json?: (dice: Dice) => unknown;
  form?: (dice: Dice) => FormSample;
}

export type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

export type FieldValues = Readonly<Record<string, (dice: Dice) => unknown>>;

interface DescribedService {
  service: Route['service'];
  url: string;
  document: string;
  token?: string;
}

/** Reads the served OpenAPI document, so that new routes are included. */
export async function describedRoutes(
  { service, url, document, token }: DescribedService,
  values: FieldValues,
): Promise<Route[]> {
  const response = await fetch(`${url}${document}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  const { paths, components } = (await response.json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]): Route => {
      const route = { service, method: method.toUpperCase(), path };
      const content = requestBody?.content ?? {};
      const form = content['multipart/form-data']?.schema;
      if (form) return { ...route, form: (dice) => sampleForm(form, dice, components.schemas, values) };
      const json = content['application/json']?.schema;
      return json ? { ...route, json: (dice) => sampleOf(json, dice, { schemas: components.schemas, values }) } : route;
    }),
  );
}

interface Samples {
  schemas: Record<string, Schema>;
  values: FieldValues;
}

function sampleForm(schema: Schema, dice: Dice, schemas: Record<string, Schema>, values: FieldValues): FormSample {
  const fields: Record<string, string> = {};
  const images: string[] = [];
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (property.format === 'binary' || property.contentMediaType !== undefined) images.push(name);
    else fields[name] = String(values[name]?.(dice) ?? sampleOf(property, dice, { schemas, values }));
  }
  return { fields, images: images.length > 0 ? images : ['a.png'] };
}

export function sampleOf(schema: Schema, dice: Dice, known: Samples, depth = 0): unknown {
  if (typeof schema.$ref === 'string')
    return sampleOf(known.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, dice, known, depth);
  const either = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (either) return sampleOf(dice.pick(either), dice, known, depth);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return dice.pick(schema.enum as unknown[]);
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties !== undefined) {
    const required = (schema.required ?? []) as string[];
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
      ([name]) => required.includes(name) || dice.percent(40),
    );
    return Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        known.values[name]?.(dice) ?? sampleOf(property, dice, known, depth + 1),
      ]),
    );
  }
  if (type === 'array')
    return depth > 5
      ? []
      : Array.from({ length: 1 + dice.below(2) }, () =>
          sampleOf((schema.items ?? {}) as Schema, dice, known, depth + 1),
        );
  if (type === 'boolean') return dice.percent(50);
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1) + dice.below(3);
  if (type === 'null') return null;
  return sampleText(schema, dice);
}

function sampleText({ format, minLength }: Schema, dice: Dice): string {
  if (format === 'date-time') return '2027-01-01T00:00:00.000Z';
  if (format === 'date') return '2001-01-01';
  if (format === 'email') return `soak-${dice.below(1e9)}@example.com`;
  if (format === 'uuid') return '0192f0c1-0000-7000-8000-000000000000';
  if (format === 'uri') return 'https://example.org/';
  return 'soak words '
    .repeat(1 + dice.below(2))
    .padEnd(Number(minLength ?? 0), 'x')
    .trim();
}
