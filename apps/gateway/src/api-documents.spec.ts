import 'reflect-metadata';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  configureApp,
  envelopeErrorFormat,
  fieldsOf,
  isErrorSchema,
  type OpenApiDocument,
  referencesIn,
} from '@shipyard/http';
import { createLogger } from '@shipyard/platform/logger';
import { wrongExamplesIn } from '@shipyard/testing/document-examples';
import {
  documentedRoutes,
  operationsIn,
  sealedOperations,
  servedRoutes,
  storedOperations,
  wrongLimitsIn,
} from '@shipyard/testing/api-document-facts';
import { AppModule } from './app.module';
import { CHAT_PATH } from './chat/chat.controller';
import { type HttpConfig, readHttpConfig } from './config';
import { errorTables } from './error-tables';
import { customerErrorFormat } from './v1/openai-error.view';
import { OperatorIdempotency } from './operators/operator-idempotency';
import { ConsoleSessionsService } from './operators/console-sessions.service';
import type { Runtime } from './runtime.module';
import { ApiDocumentsService } from './docs/api-documents.service';
import { DOCS_PAGES } from './docs/pages';
import { CONSOLE_HOME, USAGE_HOME } from './pages/console-home';

const unused = <Part>() => ({}) as Part;
const keys = `k:${Buffer.alloc(32, 1).toString('base64')}`;
const config: HttpConfig = readHttpConfig({
  GATEWAY_DATABASE_URL: 'postgres://localhost/a',
  GATEWAY_MASTER_KEYS: keys,
  URL_SIGNING_KEYS: keys,
  SESSION_KEYS: keys,
});
const logger = createLogger('test');

function controllersOf(module: Type | DynamicModule): Type[] {
  const dynamic: DynamicModule = 'module' in module ? module : { module };
  const metadata = (key: string) => (Reflect.getMetadata(key, dynamic.module) ?? []) as Type[];
  const imports = [...metadata('imports'), ...(dynamic.imports ?? [])] as Type[];
  return [
    ...metadata('controllers'),
    ...(dynamic.controllers ?? []),
    ...imports.flatMap((each) => controllersOf(each)),
  ];
}

const controllers = [...new Set(controllersOf(AppModule.of({ config, logger } as unknown as Runtime, null)))];

async function startRoutes(): Promise<NestExpressApplication> {
  const needed = controllers.flatMap((each) => (Reflect.getMetadata('design:paramtypes', each) ?? []) as Type[]);
  const guards = controllers.flatMap((each) => [
    each,
    ...Object.values(Object.getOwnPropertyDescriptors(each.prototype)).map(({ value }) => value as Type),
  ]);
  const ofGuards = guards
    .filter((each) => typeof each === 'function')
    .flatMap((each) => (Reflect.getMetadata('__guards__', each) ?? []) as Type[])
    .flatMap((each) => [
      ...((Reflect.getMetadata('design:paramtypes', each) ?? []) as Type[]),
      ...((Reflect.getMetadata('self:paramtypes', each) ?? []) as { param: symbol }[]).map(({ param }) => param),
    ]);
  const named = controllers.flatMap((each) =>
    ((Reflect.getMetadata('self:paramtypes', each) ?? []) as { param: symbol }[]).map(({ param }) => param),
  );
  const stubs = new Set(
    [...needed, ...ofGuards, ...named].filter((each) => each !== Object && each !== ApiDocumentsService),
  );
  @Module({
    imports: [DiscoveryModule],
    controllers,
    providers: [
      ...[...stubs].map((provide) => ({ provide, useValue: { TRUSTED_PROXIES: [] } })),
      { provide: ConsoleSessionsService, useValue: { cookie: { name: '__Host-session' } } },
      ApiDocumentsService,
    ],
  })
  class RoutesModule {}
  const app = await NestFactory.create<NestExpressApplication>(RoutesModule, { bodyParser: false, logger: false });
  configureApp(app, {
    logger,
    errorFormats: [customerErrorFormat, envelopeErrorFormat('/admin')],
    acceptRequestId: false,
    securityHeaders: [],
    afterJsonBody: [new OperatorIdempotency(unused(), unused(), config, logger)],
  });
  await app.init();
  return app;
}

/** What people open in a browser is no call. */
const PAGE_ROUTES = [
  'get /',
  'get /docs',
  ...DOCS_PAGES.map(({ name }) => `get /docs/${name}`),
  'get /docs/reference/:part',
  'get /styles/:name',
  'get /studio-files/:name',
  'get /fonts/:name',
  'get /icon.svg',
  'get /favicon.ico',
  'get /apple-touch-icon.png',
];

describe('the OpenAPI documents', () => {
  let app: NestExpressApplication;
  let customers: OpenApiDocument;
  let operators: OpenApiDocument;

  beforeAll(async () => {
    app = await startRoutes();
    customers = app.get(ApiDocumentsService).get('customers');
    operators = app.get(ApiDocumentsService).get('operators');
  });

  afterAll(() => app.close());

  it.each([{ name: 'customers' as const }, { name: 'operators' as const }])(
    'of $name is valid OpenAPI',
    async ({ name }) => {
      const document = structuredClone(app.get(ApiDocumentsService).get(name)) as unknown as Record<string, unknown>;
      const { valid, errors } = await new Validator().validate(document);
      expect(errors).toBeUndefined();
      expect(valid).toBe(true);
    },
  );

  it('show an example of each request and each answer, which its schema allows', () => {
    expect([customers, operators].flatMap(wrongExamplesIn)).toEqual([]);
  });

  it('have exactly the routes of the application, and the hot route', () => {
    const isPage = (route: string) => [CONSOLE_HOME, USAGE_HOME].some((home) => route.includes(` ${home}`));
    const routes = servedRoutes(app).filter((route) => !isPage(route));
    const documented = [customers, operators].flatMap(documentedRoutes);
    expect(routes.length).toBeGreaterThan(60);
    // The HEAD of a task is a route that refuses, so that it never charges.
    const served = [...routes.filter((route) => !route.startsWith('head ')), `post ${CHAT_PATH}`];
    expect([...documented, ...PAGE_ROUTES].sort()).toEqual(served.sort());
    expect(Object.keys(customers.paths).filter((path) => path.startsWith('/admin'))).toEqual([]);
    expect(Object.keys(operators.paths).filter((path) => !path.startsWith('/admin/'))).toEqual([]);
  });

  it('have exactly the error codes of the tables', () => {
    // It answers what is no call.
    const codes = errorTables.flatMap((table) => Object.keys(table)).filter((code) => code !== 'METHOD_NOT_ALLOWED');
    const answered = [customers, operators].flatMap((document) =>
      operationsIn(document).flatMap(({ responses }) =>
        [...JSON.stringify(responses).matchAll(/#\/components\/schemas\/([a-z_]+|[A-Z_]+)"/g)].map(([, code]) => code),
      ),
    );
    expect([...new Set(answered)].sort()).toEqual(codes.sort());
  });

  it('name each operation once and have no unused parts', () => {
    for (const document of [customers, operators]) {
      const ids = operationsIn(document).map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
        ([, name]) => name,
      );
      expect(new Set(references)).toEqual(new Set(Object.keys(document.components.schemas)));
    }
  });

  it('say what a chat takes and answers', () => {
    const chat = customers.paths[CHAT_PATH]?.post;
    expect(Object.keys(chat?.responses[200]?.content ?? {})).toEqual(['application/json', 'text/event-stream']);
    expect(chat?.security).toEqual([{ key: [] }]);
    expect(chat?.description).toContain('The key needs the scope `text`.');
    expect(chat?.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key']);
    expect(Object.keys(chat?.responses ?? {}).sort()).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '429',
      '500',
      '502',
      '503',
      '504',
    ]);
    expect(JSON.stringify(chat?.responses[400])).toMatch(/missing_required_parameter.*unsupported_parameter/s);
  });

  it('describe every field of a query and of a body', () => {
    const inputsOf = (document: OpenApiDocument) => {
      const bodies = new Set<string>();
      const take = (part: unknown): void => {
        for (const name of referencesIn(part)) {
          if (bodies.has(name)) continue;
          bodies.add(name);
          take(document.components.schemas[name]);
        }
      };
      for (const { requestBody } of operationsIn(document)) take(requestBody);
      return [
        ...operationsIn(document).flatMap(({ operationId, parameters }) =>
          parameters.map(({ name, description }) => ({ field: `${operationId} ${name}`, description })),
        ),
        ...[...bodies].flatMap((body) =>
          fieldsOf(document.components.schemas[body] ?? {}).map(({ name, schema }) => ({
            field: `${body}.${name}`,
            description: schema.description,
          })),
        ),
      ];
    };
    const inputs = [customers, operators].flatMap(inputsOf);
    expect(inputs.length).toBeGreaterThan(200);
    expect(inputs.filter(({ description }) => typeof description !== 'string').map(({ field }) => field)).toEqual([]);
  });

  it('describe every field of an answer', () => {
    const answeredBy = (document: OpenApiDocument) => {
      const { schemas } = document.components;
      const answers = new Set<string>();
      const take = (part: unknown): void => {
        for (const name of referencesIn(part)) {
          if (answers.has(name)) continue;
          answers.add(name);
          take(schemas[name]);
        }
      };
      for (const { responses } of operationsIn(document)) take(responses);
      // An error has a schema of its own for its code, which says what it is.
      return [...answers]
        .filter((name) => !isErrorSchema(schemas[name] ?? {}))
        .flatMap((name) =>
          fieldsOf(schemas[name] ?? {}).map(({ name: field, schema: { description } }) => ({
            field: `${name}.${field}`,
            description,
          })),
        );
    };
    const fields = [customers, operators].flatMap(answeredBy);
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter(({ description }) => typeof description !== 'string').map(({ field }) => field)).toEqual([]);
  });

  it('say the limits of a field as its schema does', () => {
    expect([customers, operators].flatMap(wrongLimitsIn)).toEqual([]);
  });

  it('say whom each call of operators is for', () => {
    expect(operators.paths['/admin/users']?.post?.description).toContain('For the role owner and above.');
    expect(operators.paths['/admin/ledger']?.get?.description).toContain('For the role viewer and above.');
    expect(operators.paths['/admin/customers']?.post?.security).toEqual([{ key: [] }, { session: [], csrf: [] }]);
    const open = operationsIn(operators).filter(({ security }) =>
      security.some((each) => Object.keys(each).length === 0),
    );
    expect(open.map(({ operationId }) => operationId)).toEqual(['session.signIn']);
  });

  it('encrypt every stored response that holds a secret or an email', () => {
    const confidential = storedOperations(operators)
      .filter(({ fields }) => fields.some((field) => ['secret', 'recovery_codes', 'email'].includes(field)))
      .map(({ operationId }) => operationId);
    expect(confidential.sort()).toEqual(sealedOperations(controllers).sort());
  });
});
