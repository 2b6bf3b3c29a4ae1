import type { IncomingMessage } from 'node:http';

/** Any other path is `unknown`, so that no path of a customer's is stored. */
const ENDPOINTS = [
  { method: 'POST', path: /^\/v1\/chat\/completions\/?$/i, endpoint: 'POST /v1/chat/completions' },
  { method: 'POST', path: /^\/v1\/images\/generations\/?$/i, endpoint: 'POST /v1/images/generations' },
  { method: 'POST', path: /^\/v1\/images\/tasks\/?$/i, endpoint: 'POST /v1/images/tasks' },
  { method: 'POST', path: /^\/v1\/searches\/?$/i, endpoint: 'POST /v1/searches' },
  { method: 'GET', path: /^\/v1\/images\/tasks\/[^/]+\/?$/i, endpoint: 'GET /v1/images/tasks/:id' },
  { method: 'GET', path: /^\/v1\/files\/[^/]+\/?$/i, endpoint: 'GET /v1/files/:name' },
  { method: 'GET', path: /^\/v1\/models\/?$/i, endpoint: 'GET /v1/models' },
  { method: 'GET', path: /^\/v1\/models\/[^/]+\/?$/i, endpoint: 'GET /v1/models/:id' },
  { method: 'GET', path: /^\/v1\/openapi\.json\/?$/i, endpoint: 'GET /v1/openapi.json' },
  { method: 'GET', path: /^\/v1\/balance\/?$/i, endpoint: 'GET /v1/balance' },
];

export function endpointOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | null {
  const [path = ''] = url.split('?', 1);
  if (!/^\/v1(?:\/|$)/i.test(path)) return null;
  return ENDPOINTS.find((each) => each.method === method && each.path.test(path))?.endpoint ?? 'unknown';
}
