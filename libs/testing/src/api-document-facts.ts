import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { isSecretAnswer, type OpenApiDocument, type OpenApiOperation } from '@shipyard/http';

export const operationsIn = ({ paths }: OpenApiDocument): OpenApiOperation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** Each as `get /v1/models/:id`. */
export function servedRoutes(app: NestExpressApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as {
    router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
  };
  return router.stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => `${method} ${route.path}`) : [],
  );
}

/** Each as `servedRoutes` names it. */
export const documentedRoutes = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );

/** The operations whose stored responses are encrypted. */
export const sealedOperations = (controllers: Iterable<Type>): string[] =>
  [...controllers].flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    const name = controller.name.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase());
    return Object.getOwnPropertyNames(prototype)
      .filter((method) => isSecretAnswer(prototype[method] ?? {}, controller))
      .map((method) => `${name}.${method}`);
  });

/** The operations that store their response for an Idempotency-Key, with the names of all fields of a success. */
export function storedOperations(document: OpenApiDocument): { operationId: string; fields: string[] }[] {
  return operationsIn(document)
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    .map(({ operationId, responses }) => ({
      operationId,
      fields: Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2') ? fieldNamesIn(content, document) : [],
      ),
    }));
}

function fieldNamesIn(schema: unknown, document: OpenApiDocument, seen = new Set<string>()): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.split('/').at(-1) ?? '';
      return seen.has(name) ? [] : fieldNamesIn(document.components.schemas[name], document, seen.add(name));
    }
    const own = key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return [...own, ...fieldNamesIn(value, document, seen)];
  });
}

interface LimitedSchema {
  description?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  schema?: LimitedSchema;
  items?: LimitedSchema;
}

const NAMED_LIMIT = /(?:at most |\d-|\d to )([\d,]+)( KiB| MiB)?/i;
const UNITS: Record<string, number> = { ' KiB': 1024, ' MiB': 1024 * 1024 };

/** Returns descriptions whose upper limit, as in `1-80 characters` or `At most 50 names`, is not the limit of their schema. */
export function wrongLimitsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { description, schema, ...own } = node as LimitedSchema;
  const limits = [own, schema, own.items, schema?.items]
    .flatMap((each) => [each?.maxLength, each?.maxItems, each?.maximum])
    .filter((limit) => limit !== undefined);
  const [, figure, unit = ''] = NAMED_LIMIT.exec(typeof description === 'string' ? description : '') ?? [];
  const isWrong =
    limits.length > 0 &&
    figure !== undefined &&
    !limits.includes(Number(figure.replaceAll(',', '')) * (UNITS[unit] ?? 1));
  return [...(isWrong ? [`${description} ${limits.join(', ')}`] : []), ...Object.values(node).flatMap(wrongLimitsIn)];
}
