import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  configureApp,
  envelopeErrorFormat,
  fieldsOf,
  isErrorSchema,
  isOutsideApi,
  type OpenApiDocument,
  operationsOf,
  RevalidatedRead,
} from '@shipyard/http';
import { createLogger } from '@shipyard/platform/logger';
import type { KeyRing } from '@shipyard/platform/sealing';
import { wrongExamplesIn } from '@shipyard/testing/document-examples';
import {
  documentedRoutes,
  operationsIn,
  sealedOperations,
  servedRoutes,
  storedOperations,
  wrongLimitsIn,
} from '@shipyard/testing/api-document-facts';
import { DataSource } from 'typeorm';
import { AccountGuard } from './accounts/account.guard';
import { RateLimitGuard } from './accounts/rate-limit.guard';
import { Receipts } from './accounts/receipts.interceptor';
import { SessionsService } from './accounts/sessions.service';
import { AppModule } from './app.module';
import { AssistantsModule } from './assistants';
import { CONFIG, type HttpConfig } from './config';
import { errorTables } from './error-tables';
import { AccountIdempotency } from './idempotency/account-idempotency';
import { RateLimits } from './limits/rate-limits';
import { OauthModule } from './oauth';
import { PagesModule } from './pages/pages.module';
import { MultipartInterceptor } from './uploads/multipart.interceptor';
import { ApiDocumentService } from './reference/api-document.service';
import { referenceMarkdown } from './reference/reference-text';

const WORKSPACE = path.join(__dirname, '../../..');

const unused = <Part>() => ({}) as Part;

const config = { SUBMISSION_PUBLIC_URL: 'https://build.example', SESSION_KEYS: unused<KeyRing>() } as HttpConfig;

function controllersOf(module: Type | DynamicModule): Type[] {
  const metadata = (key: string) =>
    (Reflect.getMetadata(key, 'module' in module ? module.module : module) ?? []) as Type[];
  return [...metadata('controllers'), ...metadata('imports').flatMap(controllersOf)];
}

async function startController(): Promise<{ app: NestExpressApplication; idempotency: AccountIdempotency }> {
  const controllers = [...new Set(controllersOf(AppModule))].filter((each) => !isOutsideApi(each));
  const needed = new Set(
    controllers.flatMap((each) => (Reflect.getMetadata('design:paramtypes', each) ?? []) as Type[]),
  );
  const tokens = new Set([...needed].filter((each) => each !== ApiDocumentService));
  const inherited = controllers.flatMap(
    (each) =>
      (Reflect.getMetadata('self:paramtypes', Object.getPrototypeOf(each) as object) ?? []) as { param: symbol }[],
  );
  @Module({
    imports: [DiscoveryModule],
    controllers,
    providers: [
      ...[...tokens, ...inherited.map(({ param }) => param)].map((provide) => ({ provide, useValue: {} })),
      { provide: SessionsService, useValue: { cookie: { name: '__Host-session' } } },
      { provide: CONFIG, useValue: config },
      // The guard of interviews asks for them.
      { provide: DataSource, useValue: {} },
      { provide: RateLimits, useValue: {} },
      ApiDocumentService,
      RevalidatedRead,
    ],
  })
  class RoutesModule {}
  const logger = createLogger('test');
  const app = await NestFactory.create<NestExpressApplication>(RoutesModule, { bodyParser: false, logger: false });
  const idempotency = new AccountIdempotency(unused<DataSource>(), unused(), config, logger);
  app.useGlobalGuards(new AccountGuard(unused(), unused(), unused(), config), new RateLimitGuard(unused()));
  configureApp(app, {
    logger,
    errorFormats: [envelopeErrorFormat('/')],
    acceptRequestId: true,
    securityHeaders: [],
    afterJsonBody: [new MultipartInterceptor(config), new Receipts(), idempotency],
  });
  await app.init();
  return { app, idempotency };
}

describe('the OpenAPI document', () => {
  let app: NestExpressApplication;
  let idempotency: AccountIdempotency;
  let document: OpenApiDocument;

  beforeAll(async () => {
    ({ app, idempotency } = await startController());
    document = JSON.parse(app.get(ApiDocumentService).get('document').text) as OpenApiDocument;
  });

  afterAll(async () => {
    idempotency.onApplicationShutdown();
    await app.close();
  });

  it('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each([
    { printed: 'types', file: 'libs/client/src/submission-api.ts' },
    { printed: 'codes', file: 'libs/client/src/error-codes.ts' },
    { printed: 'schemas', file: 'libs/assistant/src/api-schemas.json' },
  ])('is the document that $file was generated from: run `npx nx run client:generate` after a change', async (row) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'document-'));
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['tools/run.cjs', 'tools/generate-client.ts', file, row.printed],
      {
        cwd: WORKSPACE,
        maxBuffer: 2 ** 24,
      },
    );
    await rm(folder, { recursive: true });
    expect(stdout).toBe(await readFile(path.join(WORKSPACE, row.file), 'utf8'));
  });

  it('has exactly the routes of the application', () => {
    const routes = servedRoutes(app);
    expect(routes.length).toBeGreaterThan(30);
    expect(documentedRoutes(document).sort()).toEqual(routes.sort());
  });

  it('leaves out the pages and what RFCs describe, and nothing else', () => {
    const outside = [AssistantsModule, OauthModule, PagesModule].flatMap(
      (module) => Reflect.getMetadata('controllers', module) as Type[],
    );
    expect(new Set(controllersOf(AppModule).filter(isOutsideApi))).toEqual(new Set(outside));
  });

  it('has exactly the error codes of the tables', () => {
    // It answers what is no call.
    const codes = errorTables.flatMap((table) => Object.keys(table)).filter((code) => code !== 'METHOD_NOT_ALLOWED');
    const answered = new Set(
      [...JSON.stringify(operationsIn(document)).matchAll(/#\/components\/schemas\/([A-Z]+(?:_[A-Z]+)*)"/g)].map(
        ([, code]) => code,
      ),
    );
    expect([...answered].sort()).toEqual(codes.sort());
  });

  it('shows an example of each request and each answer, which its schema allows', () => {
    expect(wrongExamplesIn(document)).toEqual([]);
  });

  it('names each operation once and has no unused parts', () => {
    const ids = operationsIn(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const names = Object.keys(document.components.schemas);
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(references)).toEqual(new Set(names));
  });

  it('includes what guards and interceptors add', () => {
    const create = document.paths['/api/v1/projects']?.post;
    const projectList = document.paths['/api/v1/projects']?.get;
    expect(JSON.stringify(create?.responses)).toMatch(/CSRF_INVALID.*RATE_LIMITED/s);
    expect(create?.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
    expect(Object.keys(create?.responses ?? {}).sort()).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(projectList?.responses ?? {}).sort()).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '429',
      '500',
      '503',
    ]);
    expect(projectList?.security).toContainEqual({});
    expect(create?.security).toEqual([{ token: [] }, { apiKey: [] }, { session: [], csrf: [] }]);
  });

  it('allows either schema if a success and a failure share a status', () => {
    const down = document.paths['/readyz']?.get?.responses[503];
    expect(down?.content?.['application/json']?.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/ReadinessView' }, { $ref: '#/components/schemas/SERVICE_UNAVAILABLE' }],
    });
    expect(down?.headers).toMatchObject({ 'X-Request-Id': { required: true }, 'Retry-After': { required: false } });
  });

  it('describes every field of a query, of a body and of an answer', () => {
    const parameters = operationsIn(document).flatMap(({ operationId, parameters: all }) =>
      all.map(({ name, description }) => ({ field: `${operationId} ${name}`, description })),
    );
    // An error has a schema of its own for its code, which says what it is.
    const fields = Object.entries(document.components.schemas)
      .filter(([, schema]) => !isErrorSchema(schema))
      .flatMap(([name, schema]) =>
        fieldsOf(schema).map((field) => ({ field: `${name}.${field.name}`, description: field.schema.description })),
      );
    expect(fields.length).toBeGreaterThan(300);
    expect(
      [...parameters, ...fields].filter(({ description }) => typeof description !== 'string').map(({ field }) => field),
    ).toEqual([]);
  });

  it('says the limits of a field as its schema does', () => {
    expect(wrongLimitsIn(document)).toEqual([]);
  });

  it('describes fields as their classes do', () => {
    expect(document.components.schemas.CreateProjectDto).toMatchObject({
      additionalProperties: false,
      required: ['program_id', 'slug', 'name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 80 },
        tags: { type: 'array', maxItems: 10, default: [] },
      },
    });
    expect(document.components.schemas.ProjectView).toMatchObject({
      properties: {
        review: { anyOf: [{ $ref: '#/components/schemas/PublicReviewView' }, { type: 'null' }] },
        created_at: { type: 'string', format: 'date-time' },
      },
    });
    expect(document.paths['/api/v1/projects']?.get?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      }),
    );
  });

  const CONFIDENTIAL = [
    'email',
    'birth_date',
    'recipient_name',
    'recipient_phone',
    'recipient_address',
    'carrier',
    'tracking',
    'token',
    'credential',
    'csrf_token',
  ];

  it('encrypts every stored response with personal data or a secret', () => {
    const sealed = new Set(sealedOperations(new Set(controllersOf(AppModule))));
    const stored = storedOperations(document);
    const confidential = stored
      .filter(({ fields }) => fields.some((field) => CONFIDENTIAL.includes(field)))
      .map(({ operationId }) => operationId);
    expect(stored.length).toBeGreaterThan(20);
    expect(confidential).toContain('accounts.change');
    expect(confidential.filter((operationId) => !sealed.has(operationId))).toEqual([]);
  });

  it('is the source of the pages and texts of the reference', () => {
    const full = app.get(ApiDocumentService).get('llmsFull').text;
    const pages = document.tags.map(({ name }) => referenceMarkdown(document, 'https://a.example', name) ?? '');
    for (const { path, summary } of document.tags.flatMap(({ name }) => operationsOf(document, name))) {
      expect(pages.join()).toContain(` ${path}\n`);
      expect(pages.join()).toContain(summary);
    }
    expect(pages.join()).not.toMatch(/undefined|\[object/);
    for (const name of Object.keys(document.components.schemas)) expect(full).toContain(name);
    expect(full).not.toMatch(/undefined|\[object/);
  });
});
