import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA, PARAMTYPES_METADATA } from '@nestjs/common/constants';
import { AppModule } from './app.module';
import { BillingService } from './billing/billing.service';
import { CHAT_PATH, ChatController } from './chat/chat.controller';
import { readHttpConfig } from './config';
import { IdempotencyService } from './idempotency/idempotency.service';
import { endpointsOf, PRODUCTS } from './products';
import { endpointOf } from './request-log/endpoint';
import type { Runtime } from './runtime.module';

type Class = abstract new (...args: never[]) => unknown;

const isClass = (value: unknown): value is Class => typeof value === 'function';
const listOf = (target: object, key: string): unknown[] => {
  const found: unknown = Reflect.getMetadata(key, target);
  return Array.isArray(found) ? found : [];
};

function controllersOf(module: unknown, seen = new Set<unknown>()): Class[] {
  const {
    module: wrapped = module,
    imports = [],
    controllers = [],
  } = (isClass(module) ? {} : module) as { module?: unknown; imports?: unknown[]; controllers?: unknown[] };
  if (seen.has(wrapped) || !isClass(wrapped)) return [];
  seen.add(wrapped);
  const own = [...controllers, ...listOf(wrapped, MODULE_METADATA.CONTROLLERS)].filter(isClass);
  const inner = [...imports, ...listOf(wrapped, MODULE_METADATA.IMPORTS)].flatMap((each) => controllersOf(each, seen));
  return [...own, ...inner];
}

function isGiven(target: Class, wanted: Class, seen = new Set<Class>()): boolean {
  if (target === wanted) return true;
  if (seen.has(target)) return false;
  seen.add(target);
  return listOf(target, PARAMTYPES_METADATA)
    .filter(isClass)
    .some((each) => isGiven(each, wanted, seen));
}

function postsOf(controller: Class): string[] {
  const prefix: unknown = Reflect.getMetadata(PATH_METADATA, controller);
  const handlers = Object.values(Object.getOwnPropertyDescriptors(controller.prototype)).map(
    ({ value }) => value as unknown,
  );
  return handlers
    .filter(
      (handler): handler is Class =>
        isClass(handler) && Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST,
    )
    .map((handler) =>
      `/${String(prefix)}/${String(Reflect.getMetadata(PATH_METADATA, handler))}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1'),
    );
}

/** They change records of the customer, and cost nothing. */
const FREE = [
  'POST /v1/keys',
  'POST /v1/keys/:id/rotate',
  'POST /v1/webhooks',
  'POST /v1/webhooks/:id/rotate',
  'POST /v1/webhooks/deliveries/:id/resend',
];

describe('the POST routes of /v1', () => {
  const keys = `k:${Buffer.alloc(32, 1).toString('base64')}`;
  const config = readHttpConfig({
    GATEWAY_DATABASE_URL: 'postgres://localhost/a',
    GATEWAY_MASTER_KEYS: keys,
    URL_SIGNING_KEYS: keys,
    SESSION_KEYS: keys,
  });
  const app = AppModule.of({ config } as unknown as Runtime, null);
  const routes = controllersOf(app).flatMap((controller) => postsOf(controller).map((path) => ({ controller, path })));
  // The hot route is not a Nest controller: see main.ts.
  const paid = [
    { controller: ChatController, path: CHAT_PATH },
    ...routes.filter(({ path }) => path.startsWith('/v1/')),
  ];

  it('are those of the products, and those that charge nothing', () => {
    const posts = [...PRODUCTS.flatMap(endpointsOf), ...FREE].filter((endpoint) => endpoint.startsWith('POST '));
    expect(paid.map(({ path }) => `POST ${path}`).sort()).toEqual(posts.sort());
  });

  it.each(FREE.map((endpoint) => [endpoint.slice('POST '.length)]))(
    '%s uses the Idempotency-Key and the request log',
    (path) => {
      const [route] = routes.filter((each) => each.path === path);
      expect(route && isGiven(route.controller, IdempotencyService)).toBe(true);
      expect(endpointOf({ method: 'POST', url: path })).toBe(`POST ${path}`);
    },
  );

  it.each(
    paid
      .filter(({ path }) => !FREE.includes(`POST ${path}`))
      .map(({ path, controller }) => [path, controller] as const),
  )('%s uses holds, the Idempotency-Key and the request log', (path, controller) => {
    expect(isGiven(controller, BillingService)).toBe(true);
    expect(isGiven(controller, IdempotencyService)).toBe(true);
    expect(endpointOf({ method: 'POST', url: path })).toBe(`POST ${path}`);
  });
});
