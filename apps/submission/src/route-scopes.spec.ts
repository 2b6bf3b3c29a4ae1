import 'reflect-metadata';
import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { AppModule } from './app.module';
import { scopesOf } from './accounts';

type Handler = () => unknown;

function controllersOf(module: Type | DynamicModule): Type[] {
  const metadata = (key: string) =>
    (Reflect.getMetadata(key, 'module' in module ? module.module : module) ?? []) as Type[];
  return [...metadata('controllers'), ...metadata('imports').flatMap(controllersOf)];
}

/** Every route of the service with the scopes that open it. */
function routes(): { route: string; scopes: readonly string[] }[] {
  return [...new Set(controllersOf(AppModule))].flatMap((controller) => {
    const base = String(Reflect.getMetadata(PATH_METADATA, controller));
    const prototype = controller.prototype as Record<string, Handler>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (!handler || method === undefined) return [];
      const path = [base, String(Reflect.getMetadata(PATH_METADATA, handler))]
        .map((part) => part.replaceAll(/^\/|\/$/g, ''))
        .filter((part) => part !== '')
        .join('/');
      return [{ route: `${RequestMethod[method]} /${path}`, scopes: scopesOf({ getHandler: () => handler }) }];
    });
  });
}

describe('the routes that a token with scopes may call', () => {
  it('are these and no others, each with one scope; only the route of assistants has all', () => {
    const all = routes();
    expect(all.length).toBeGreaterThan(100);
    expect(
      Object.fromEntries(
        all.filter(({ scopes }) => scopes.length > 0).map(({ route, scopes }) => [route, scopes.join(' ')]),
      ),
    ).toEqual({
      'GET /api/v1/accounts/me/projects': 'projects:read',
      'GET /api/v1/projects/:slug': 'projects:read',
      'GET /api/v1/projects/:slug/logs': 'projects:read',
      'GET /api/v1/projects/:slug/readme': 'projects:read',
      'GET /api/v1/projects/:slug/status': 'projects:read',
      'GET /api/v1/projects/:slug/status/events': 'projects:read',
      'GET /api/v1/assets/:fileName': 'projects:read',
      'GET /api/v1/foreign-images/:imageId': 'projects:read',
      'GET /api/v1/projects/:slug/assets': 'projects:read',
      'POST /api/v1/projects': 'projects:write',
      'PATCH /api/v1/projects/:slug': 'projects:write',
      'POST /api/v1/projects/sync': 'projects:write',
      'POST /api/v1/projects/:slug/logs': 'projects:write',
      'PUT /api/v1/projects/:slug/readme': 'projects:write',
      'POST /api/v1/projects/:slug/readme/preview': 'projects:write',
      'POST /api/v1/assets/upload': 'projects:write',
      'POST /api/v1/projects/:slug/review/request': 'reviews:request',
      // Its tools ask for their scopes, and the API does again.
      'POST /mcp': 'projects:read projects:write reviews:request',
    });
  });

  it('are none of accounts, tokens, interviews, shipments, deletions or staff', () => {
    const closed = routes().filter(
      ({ route }) =>
        /accounts|interview|shipment|admin|DELETE|studio|device|oauth/.test(route) && !route.endsWith('/me/projects'),
    );
    expect(closed.length).toBeGreaterThan(60);
    expect(closed.filter(({ scopes }) => scopes.length > 0)).toEqual([]);
  });
});
