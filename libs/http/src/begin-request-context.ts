import type { IncomingMessage, ServerResponse } from 'node:http';
import { uuidv7 } from '@shipyard/platform/ids';
import { beginWork } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { httpDuration } from '@shipyard/platform/metrics';
import { isDraining } from '@shipyard/platform/service-process';
import { beginRequestSpan, exemplarOf, isTracing, type Span } from '@shipyard/platform/tracing';
import type { SecurityHeaders } from './security-headers';

export interface RequestContextOptions {
  logger: Logger;
  /** Whether to keep a well-formed X-Request-Id of the caller. */
  acceptRequestId: boolean;
  securityHeaders: SecurityHeaders;
  /** Whether the request continues the trace of its caller. Others are only linked to it, or anybody could have all of
   * their requests recorded. */
  continuesTrace?: (request: IncomingMessage) => boolean;
}

const SANE_ID = /^[A-Za-z0-9._-]{1,128}$/;
const QUIET_ROUTES = new Set(['/health', '/readyz']);

export function beginRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { logger, acceptRequestId, securityHeaders, continuesTrace }: RequestContextOptions,
  routeOf: () => string,
): string {
  const requestId = requestIdOf(request, acceptRequestId);
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  // Otherwise the client could send its next request while the process closes the connection.
  if (isDraining()) response.setHeader('connection', 'close');
  const span = isTracing() ? beginSpanOf(request, requestId, continuesTrace?.(request) ?? false) : undefined;
  logWhenDone(request, response, { requestId, logger, routeOf, span });
  return requestId;
}

function requestIdOf(request: IncomingMessage, acceptCallers: boolean): string {
  const sent = request.headers['x-request-id'];
  return acceptCallers && typeof sent === 'string' && SANE_ID.test(sent) ? sent : uuidv7();
}

/** Without the query. The URL may be absolute, as for a proxy, or `*`. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const target = url.startsWith('/') ? url : url.replace(/^[^/?]*\/\/[^/?]*/, '');
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  return path.startsWith('/') ? path : '/';
}

/** Probes have none. The route is known only at the end. */
function beginSpanOf(request: IncomingMessage, requestId: string, continuesTrace: boolean): Span | undefined {
  if (QUIET_ROUTES.has(pathOf(request))) return undefined;
  const { method = 'GET' } = request;
  const sent = request.headers.traceparent;
  const traceparent = typeof sent === 'string' ? sent : undefined;
  return beginRequestSpan(requestId, method, {
    kind: 'server',
    ...(continuesTrace ? { parent: traceparent } : { link: traceparent }),
    attributes: { 'http.request.method': method, 'shipyard.request_id': requestId },
  });
}

interface OpenRequest {
  requestId: string;
  logger: Logger;
  routeOf: () => string;
  span: Span | undefined;
}

/** Omits query, body and headers, which may hold secrets. */
function logWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, logger, routeOf, span }: OpenRequest,
): void {
  const startedAt = performance.now();
  const endWork = beginWork();
  response.once('close', () => {
    endWork();
    const ms = performance.now() - startedAt;
    const route = routeOf();
    const status = response.writableFinished ? response.statusCode : 499;
    httpDuration.observe({
      labels: { method: request.method, route, status: String(status) },
      value: ms / 1e3,
      exemplarLabels: exemplarOf(span),
    });
    span?.end({
      name: `${request.method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      isFailed: status >= 500,
    });
    const level = QUIET_ROUTES.has(route) ? 'debug' : 'info';
    logger[level](
      { request_id: requestId, method: request.method, path: pathOf(request), status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  });
}
