import 'reflect-metadata';
import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { type Class, classSchemas, heldIn, isOnReceipt, operationOf } from '@shipyard/http';
import { AppModule } from './app.module';
import { SCOPES, scopesOf } from './accounts';

type Handler = () => unknown;

function controllersOf(module: Type | DynamicModule): Type[] {
  const metadata = (key: string) =>
    (Reflect.getMetadata(key, 'module' in module ? module.module : module) ?? []) as Type[];
  return [...metadata('controllers'), ...metadata('imports').flatMap(controllersOf)];
}

/** Every route of the service with the scopes that open it. */
function routes(): { route: string; scopes: readonly string[]; handler: Handler }[] {
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
      return [{ route: `${RequestMethod[method]} /${path}`, scopes: scopesOf({ getHandler: () => handler }), handler }];
    });
  });
}

const schemas = classSchemas();

/** The fields that the receipt of a view has, in any depth. */
function receiptFields(view: Class, at = ''): string[] {
  const fields = Object.keys(schemas.get(view.name)?.properties ?? {});
  return fields
    .filter((field) => isOnReceipt(view, field))
    .flatMap((field) => {
      const held = heldIn(view, field);
      return held ? receiptFields(held, `${at}${field}.`) : [at + field];
    });
}

/** What a route answers to a token that may not read. */
function receiptOfRoute(handler: Handler): string[] {
  const operation = operationOf(handler);
  if (!operation || !('data' in operation)) return [];
  const { data } = operation;
  if (typeof data === 'function') return receiptFields(data);
  return Object.entries(data).flatMap(([name, view]) =>
    receiptFields(typeof view === 'function' ? view : view[0], `${name}.`),
  );
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
      'GET /api/v1/accounts/me/projects/titles': 'projects:read',
      'GET /api/v1/projects/:slug': 'projects:read',
      'GET /api/v1/projects/:slug/logs': 'projects:read',
      'GET /api/v1/projects/:slug/readme': 'projects:read',
      'GET /api/v1/projects/:slug/readme/revisions': 'projects:read',
      'GET /api/v1/projects/:slug/readme/revisions/:revisionId': 'projects:read',
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
      'POST /api/v1/projects/:slug/uploads': 'projects:write',
      'GET /api/v1/projects/:slug/uploads/:uploadId': 'projects:write',
      'POST /api/v1/projects/:slug/review/request': 'reviews:request',
      // Its tools ask for their scopes, and the API does again.
      'POST /mcp': SCOPES.join(' '),
    });
  });

  it('are none of accounts, tokens, interviews, shipments, deletions or staff', () => {
    const closed = routes().filter(
      ({ route }) =>
        /accounts|interview|shipment|admin|DELETE|studio|device|oauth/.test(route) && !route.includes('/me/projects'),
    );
    expect(closed.length).toBeGreaterThan(60);
    expect(closed.filter(({ scopes }) => scopes.length > 0)).toEqual([]);
  });

  it('tell a token that may not read ids, the state, times and what it sent itself', () => {
    const times = ['created_at', 'updated_at', 'readme_updated_at', 'properties_updated_at', 'shipped_at'];
    const project = ['state', 'id', 'slug', 'url', 'page_url', ...times].map((field) => `project.${field}`);
    const asset = ['file_id', 'url', 'content_type', 'bytes', 'width', 'height'];
    const ofUpload = (field: string) => `upload.${field}`;
    const log = ['log.id', 'log.sequence', 'log.created_at'];
    const addedLogs = ['logs_added', 'logs_present'].flatMap((field) => [`${field}.id`, `${field}.sequence`]);
    const unread = routes().filter(({ scopes }) => scopes.length > 0 && !scopes.includes('projects:read'));
    expect(Object.fromEntries(unread.map(({ route, handler }) => [route, receiptOfRoute(handler).sort()]))).toEqual(
      Object.fromEntries(
        Object.entries({
          'POST /api/v1/projects': project,
          'PATCH /api/v1/projects/:slug': project,
          'POST /api/v1/projects/sync': [...project, ...addedLogs, 'readme_updated', 'next_sequence'],
          'POST /api/v1/projects/:slug/logs': [...log, ...project],
          'PUT /api/v1/projects/:slug/readme': [
            ...project,
            'images.path',
            'images.file_id',
            'images.url',
            'unreferenced_parts',
          ],
          'POST /api/v1/projects/:slug/readme/preview': ['html', 'missing', 'problems.line', 'problems.message'],
          'POST /api/v1/assets/upload': asset,
          'POST /api/v1/projects/:slug/uploads': ['id', 'url', 'method', 'expires_at', 'max_bytes'].map(ofUpload),
          'GET /api/v1/projects/:slug/uploads/:uploadId': [
            'id',
            'expires_at',
            ...asset.map((field) => `asset.${field}`),
          ].map(ofUpload),
          'POST /api/v1/projects/:slug/review/request': ['review.id', 'review.status', 'state'],
        }).map(([route, fields]) => [route, fields.sort()]),
      ),
    );
  });
});
