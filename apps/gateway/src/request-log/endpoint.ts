import type { IncomingMessage } from 'node:http';
import { endpointsOf, PRODUCTS } from '../products';

/** Any other path is `unknown`, so that no path of a customer's is stored. */
const ENDPOINTS = [
  ...PRODUCTS.flatMap(endpointsOf),
  'GET /v1/files/:name',
  'GET /v1/models',
  'GET /v1/models/:id',
  'GET /v1/openapi.json',
  'GET /v1/balance',
  'GET /v1/usage',
  'GET /v1/requests',
  'GET /v1/keys',
  'POST /v1/keys',
  'GET /v1/keys/:id',
  'PATCH /v1/keys/:id',
  'DELETE /v1/keys/:id',
  'POST /v1/keys/:id/rotate',
  'GET /v1/webhooks',
  'POST /v1/webhooks',
  'GET /v1/webhooks/:id',
  'PATCH /v1/webhooks/:id',
  'DELETE /v1/webhooks/:id',
  'POST /v1/webhooks/:id/rotate',
  'GET /v1/webhooks/:id/deliveries',
  'POST /v1/webhooks/deliveries/:id/resend',
].map(toMatcher);

/** Matches as Express does: any case, an optional trailing slash, anything for a parameter. */
function toMatcher(endpoint: string) {
  const [method, path = ''] = endpoint.split(' ');
  const pattern = path.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/]+');
  return { endpoint, method, path: new RegExp(`^${pattern}/?$`, 'i') };
}

export function endpointOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | null {
  const [path = ''] = url.split('?', 1);
  if (!/^\/v1(?:\/|$)/i.test(path)) return null;
  return ENDPOINTS.find((each) => each.method === method && each.path.test(path))?.endpoint ?? 'unknown';
}
