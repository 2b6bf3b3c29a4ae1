import type { IncomingMessage, ServerResponse } from 'node:http';
import { beginWork } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { httpDuration } from '@shipyard/platform/metrics';
import { isDraining } from '@shipyard/platform/service-process';
import { requestIdOf } from './request-id';
import type { SecurityHeaders } from './security-headers';

export interface RequestContextOptions {
  logger: Logger;
  /** Whether to keep a well-formed X-Request-Id of the caller. */
  acceptRequestId: boolean;
  securityHeaders: SecurityHeaders;
}

const QUIET_ROUTES = new Set(['/health', '/readyz']);

export function beginRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { logger, acceptRequestId, securityHeaders }: RequestContextOptions,
  routeOf: () => string,
): string {
  const requestId = requestIdOf(request, acceptRequestId);
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  // Otherwise the client could send its next request while the process closes the connection.
  if (isDraining()) response.setHeader('connection', 'close');
  logWhenDone(request, response, requestId, logger, routeOf);
  return requestId;
}

/** Without the query. The URL may be absolute, as for a proxy, or `*`. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const target = url.startsWith('/') ? url : url.replace(/^[^/?]*\/\/[^/?]*/, '');
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  return path.startsWith('/') ? path : '/';
}

/** Omits query, body and headers, which may hold secrets. */
function logWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  logger: Logger,
  routeOf: () => string,
): void {
  const startedAt = performance.now();
  const endWork = beginWork();
  response.once('close', () => {
    endWork();
    const ms = performance.now() - startedAt;
    const route = routeOf();
    const status = response.writableFinished ? response.statusCode : 499;
    httpDuration.observe({ method: request.method, route, status: String(status) }, ms / 1e3);
    const level = QUIET_ROUTES.has(route) ? 'debug' : 'info';
    logger[level](
      { request_id: requestId, method: request.method, path: pathOf(request), status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  });
}
