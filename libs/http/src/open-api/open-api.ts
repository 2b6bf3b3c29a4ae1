import type { DataShape, PlainAnswer } from '../api-operation';
import { type Class, defaultsOf, type JsonSchema, withoutNull } from '../class-schema';
import type { DescribedErrorFormat } from '../error-format';
import { IDEMPOTENCY_KEY_SCHEMA } from '../idempotency-key';
import type { RequestFaultKind } from '../request-fault';
import type { AnsweredError, AnswerHeader, Parameter, RouteAdditions } from '../route-rule';
import type { ApiRoute } from './api-routes';
import { type ExampleFacts, Examples } from './examples';
import { SchemaBook } from './schema-book';

export interface OpenApiAnswer {
  description: string;
  headers?: Readonly<Record<string, AnswerHeader>>;
  content?: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: readonly JsonSchema[];
  parameters: Parameter[];
  requestBody?: JsonSchema;
  responses: Record<string, OpenApiAnswer>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Readonly<Record<string, JsonSchema>> };
}

export interface ApiFacts {
  info: Omit<OpenApiDocument['info'], 'license'>;
  groups: Readonly<Record<string, string>>;
  prefix: string;
  pathParameters: Readonly<Record<string, string>>;
  securitySchemes: Readonly<Record<string, JsonSchema>>;
  answerHeaders: Readonly<Record<string, AnswerHeader>>;
  errorFormat: DescribedErrorFormat;
  examples: ExampleFacts;
}

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** `known`: what `classSchemas` returns, for a process that has two documents. */
export function openApiDocument(
  routes: readonly ApiRoute[],
  facts: ApiFacts,
  known?: ReadonlyMap<string, JsonSchema>,
): OpenApiDocument {
  const schemas = new SchemaBook(facts.errorFormat, known);
  const examples = new Examples((name) => schemas.find(name), facts.examples);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: withExamples(operationObject(route, facts, schemas), examples),
    };
  }
  const inOrder = Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    openapi: '3.1.0',
    info: { ...facts.info, license: LICENSE },
    servers: [{ url: '/' }],
    tags: Object.entries(facts.groups).map(([name, description]) => ({ name, description })),
    paths: inOrder,
    components: { schemas: schemas.used(), securitySchemes: facts.securitySchemes },
  };
}

function operationObject(route: ApiRoute, facts: ApiFacts, schemas: SchemaBook): OpenApiOperation {
  const { operation } = route;
  const additions = route.rules.map((rule) => rule.describe(route));
  const notes = [operation.description, ...additions.map(({ note }) => note)].filter((note) => note !== undefined);
  const requestBody = additions.find((each) => each.requestBody)?.requestBody ?? jsonBody(route, schemas);
  return {
    operationId: operationId(route),
    tags: [groupOf(route, facts)],
    summary: operation.summary,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    security: additions.find((each) => each.security)?.security ?? [],
    parameters: parametersOf(route, facts, schemas, additions),
    ...(requestBody && { requestBody }),
    responses: together(successes(route, facts, schemas, additions), failures(route, facts, schemas, additions)),
  };
}

/** Each call shows what is sent, and what a success is. */
function withExamples(operation: OpenApiOperation, examples: Examples): OpenApiOperation {
  const { operationId, requestBody, responses } = operation;
  const sent = (requestBody?.content ?? {}) as Readonly<Record<string, { schema: JsonSchema }>>;
  const content = Object.entries(sent).map(([type, { schema, ...rest }]) => [
    type,
    { schema, ...rest, example: examples.request(schema, operationId) },
  ]);
  const answers = Object.entries(responses).map(([status, answer]) => [
    status,
    status.startsWith('2') && answer.content ? { ...answer, content: withAnswers(answer.content, examples) } : answer,
  ]);
  return {
    ...operation,
    parameters: operation.parameters.map((each) =>
      each.in === 'path' ? { ...each, example: examples.parameter(each.name, each.schema, operationId) } : each,
    ),
    ...(requestBody && { requestBody: { ...requestBody, content: Object.fromEntries(content) as JsonSchema } }),
    responses: Object.fromEntries(answers) as OpenApiOperation['responses'],
  };
}

/** An image or a text has no example that says more than its type. */
function withAnswers(content: NonNullable<OpenApiAnswer['content']>, examples: Examples): OpenApiAnswer['content'] {
  const shown = Object.entries(content).map(([type, { schema }]) => {
    // For a stream, schema and example show what one event holds.
    const isShown = type === 'application/json' || type === 'text/event-stream';
    return [type, isShown ? { schema, example: examples.answer(schema) } : { schema }];
  });
  return Object.fromEntries(shown) as OpenApiAnswer['content'];
}

function groupOf({ path }: ApiRoute, { groups, prefix }: ApiFacts): string {
  const names = Object.keys(groups);
  return names.find((name) => `${path}/`.startsWith(`${prefix}/${name}/`)) ?? names.at(-1) ?? '';
}

function operationId(route: ApiRoute): string {
  const controller = route.getClass().name.replace(/Controller$/, '');
  return `${controller.charAt(0).toLowerCase()}${controller.slice(1)}.${route.getHandler().name}`;
}

function jsonBody({ inputs }: ApiRoute, schemas: SchemaBook): JsonSchema | undefined {
  return inputs.body && { required: true, content: { 'application/json': { schema: schemas.of(inputs.body) } } };
}

function parametersOf(
  { path, inputs, operation }: ApiRoute,
  facts: ApiFacts,
  schemas: SchemaBook,
  additions: RouteAdditions[],
): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    const description = facts.pathParameters[name];
    if (description === undefined) throw new Error(`Nothing says what ${name} is, in ${path}`);
    return { name, in: 'path', required: true, description, schema: { type: 'string' } };
  });
  const headers = Object.entries(operation.headers ?? {}).map(([name, description]): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: name === 'Idempotency-Key' ? IDEMPOTENCY_KEY_SCHEMA : { type: 'string' },
  }));
  return [
    ...inPath,
    ...(inputs.query ? queryOf(inputs.query, schemas) : []),
    ...headers,
    ...additions.flatMap((each) => each.headers ?? []),
  ];
}

function queryOf(query: Class, schemas: SchemaBook): Parameter[] {
  const { properties, required } = schemas.fieldsOf(query);
  const defaults = defaultsOf(query);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = withoutNull(property);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(typeof description === 'string' && { description }),
      schema: { ...schema, ...(defaults.has(name) && { default: defaults.get(name) }) },
    };
  });
}

function successes(
  route: ApiRoute,
  facts: ApiFacts,
  schemas: SchemaBook,
  additions: RouteAdditions[],
): Record<string, OpenApiAnswer> {
  const { operation, status } = route;
  const own = Object.entries(operation.answerHeaders ?? {}).map(
    ([name, description]) => [name, { description, required: false, schema: { type: 'string' } }] as const,
  );
  const added = additions.flatMap((each) => Object.entries(each.answerHeaders ?? {}));
  const headers = { ...facts.answerHeaders, ...Object.fromEntries([...added, ...own]) };
  const answers: Record<string, OpenApiAnswer> = {};
  if ('data' in operation) {
    const hasReceipt = additions.some((each) => each.hasReceipt);
    const content = {
      'application/json': { schema: envelopeSchema(answeredData(operation.data, schemas, hasReceipt)) },
    };
    for (const each of [status, ...(operation.otherStatuses ?? [])])
      answers[each] = { description: 'Done.', headers, content };
  } else {
    for (const [each, { description, content }] of Object.entries(operation.answers)) {
      answers[each] = { description, headers, ...(content && { content: plainContent(content, schemas) }) };
    }
  }
  if (additions.some((each) => each.revalidates))
    answers[304] = { description: 'The answer that If-None-Match names has not changed.', headers };
  return answers;
}

function plainContent(content: NonNullable<PlainAnswer['content']>, schemas: SchemaBook): OpenApiAnswer['content'] {
  return Object.fromEntries(
    Object.entries(content).map(([type, view]) => [
      type,
      { schema: view ? anyOf(classesIn(view).map((each) => schemas.of(each))) : {} },
    ]),
  );
}

const classesIn = (view: Class | readonly Class[]): readonly Class[] => (typeof view === 'function' ? [view] : view);

const envelopeSchema = (data: JsonSchema): JsonSchema => closed({ ok: { const: true }, data });

function answeredData(data: DataShape, schemas: SchemaBook, hasReceipt: boolean): JsonSchema {
  const whole = dataSchema(data, (view) => schemas.of(view));
  const receipt = hasReceipt ? dataSchema(data, (view) => schemas.ofReceipt(view)) : whole;
  return JSON.stringify(receipt) === JSON.stringify(whole) ? whole : { anyOf: [whole, receipt] };
}

function dataSchema(data: DataShape, schemaOf: (view: Class) => JsonSchema): JsonSchema {
  if (typeof data === 'function') return schemaOf(data);
  const fields = Object.entries(data).map(([name, view]) => [
    name,
    typeof view === 'function' ? schemaOf(view) : { type: 'array', items: schemaOf(view[0]) },
  ]);
  return closed(Object.fromEntries(fields) as Record<string, JsonSchema>);
}

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function failures(
  { operation }: ApiRoute,
  facts: ApiFacts,
  schemas: SchemaBook,
  additions: RouteAdditions[],
): Record<string, OpenApiAnswer> {
  const faults = new Set(additions.flatMap((each) => each.faults ?? []));
  const errors: AnsweredError[] = [
    ...(operation.errors ?? []),
    ...additions.flatMap((each) => each.errors ?? []),
    ...[...faults].flatMap(faultsOf).map((fault) => facts.errorFormat.fromFault(fault)),
  ];
  const byCode = new Map(errors.map((error) => [error.code, error]));
  const byStatus = new Map<number, AnsweredError[]>();
  for (const error of byCode.values())
    byStatus.set(error.row.status, [...(byStatus.get(error.row.status) ?? []), error]);
  return Object.fromEntries(
    [...byStatus].map(([status, answered]) => {
      const description = answered.map(({ code, row }) => `\`${code}\`: ${row.message}`).join('\n\n');
      const headers = { ...facts.answerHeaders, ...headersOf(answered) };
      const all = answered.map((error) => schemas.ofError(error));
      return [status, { description, headers, content: { 'application/json': { schema: anyOf(all) } } }];
    }),
  );
}

/** If a response and a failure share a status, the schema allows either. */
function together(
  own: Record<string, OpenApiAnswer>,
  failed: Record<string, OpenApiAnswer>,
): Record<string, OpenApiAnswer> {
  const both = Object.entries(own).flatMap(([status, one]) => {
    const other = failed[status];
    return other ? [[status, either(one, other)] as const] : [];
  });
  return { ...own, ...failed, ...Object.fromEntries(both) };
}

function either(one: OpenApiAnswer, other: OpenApiAnswer): OpenApiAnswer {
  const headers = Object.entries({ ...one.headers, ...other.headers }).map(([name, header]) => [
    name,
    { ...header, required: Boolean(one.headers?.[name]?.required && other.headers?.[name]?.required) },
  ]);
  const types = new Set([...Object.keys(one.content ?? {}), ...Object.keys(other.content ?? {})]);
  const content = [...types].map((type) => [
    type,
    { schema: anyOf([one, other].flatMap(({ content: each }) => (each?.[type] ? [each[type].schema] : []))) },
  ]);
  return {
    description: `${one.description}\n\n${other.description}`,
    headers: Object.fromEntries(headers) as Record<string, AnswerHeader>,
    content: Object.fromEntries(content) as NonNullable<OpenApiAnswer['content']>,
  };
}

/** Not `oneOf`: a linter that does not look into a code takes two errors for the same. */
const anyOf = (schemas: readonly JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };

function headersOf(answered: readonly AnsweredError[]): Record<string, AnswerHeader> {
  const all = answered.flatMap(({ row }) => Object.entries(row.headers ?? {}));
  const header = ([name, description]: [string, string]) => [
    name,
    {
      description,
      required: answered.every(({ row }) => row.headers?.[name] !== undefined),
      schema: { type: 'string' },
    },
  ];
  return Object.fromEntries(all.map(header)) as Record<string, AnswerHeader>;
}

/** One for each code that a format may give for it. */
function faultsOf(kind: RequestFaultKind['kind']): RequestFaultKind[] {
  switch (kind) {
    case 'body_malformed':
      return [{ kind, message: '' }];
    case 'body_too_large':
      return [{ kind, limitBytes: 0 }];
    case 'input_invalid':
      return FIELD_PROBLEMS.map((problem) => ({ kind, problems: [{ field: '', message: '', kind: problem }] }));
    case 'method_unknown':
      return [{ kind, allowed: [] }];
    case 'body_not_utf8':
    case 'overloaded':
    case 'route_unknown':
      return [{ kind }];
    case 'unavailable':
    case 'internal':
      return [{ kind, cause: undefined }];
  }
}

const FIELD_PROBLEMS = ['missing', 'unknown', 'invalid'] as const;
