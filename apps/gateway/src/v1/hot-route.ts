import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  answerFailure,
  beginRequestContext,
  type RequestContextOptions,
  type JsonLimits,
  pathOf,
  readJsonBody,
  RequestFault,
  type ErrorFormat,
} from '@shipyard/http';
import type { Caller, EnterpriseKeyGuard, Scope } from '../keys';

export interface HotRoute {
  path: string;
  scope: Scope;
  answer(caller: Caller, body: unknown, response: ServerResponse): Promise<void>;
}

export interface HotRouteOptions extends RequestContextOptions {
  guard: EnterpriseKeyGuard;
  errorFormats: ErrorFormat[];
  jsonLimits: JsonLimits;
}

/**
 * Takes the URL of one POST before Express, which would cost more than the rest of a proxied call. It makes the same checks in the
 * same order as other /v1 calls: request id and log line → key, status, address and scope → JSON body → handler →
 * errors. It omits the AsyncLocalStorage context because of its cost, so log lines name the request themselves.
 */
export function takeHotRoute(server: Server, route: HotRoute, options: HotRouteOptions): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isOn(route.path, request)) {
      for (const other of others) Reflect.apply(other, server, [request, response]);
      return;
    }
    const requestId = beginRequestContext(request, response, options, () => route.path);
    serve(route, request, response, requestId, options).catch((error: unknown) => {
      answerFailure(error, request, response, options.errorFormats, options.logger);
    });
  });
}

async function serve(
  route: HotRoute,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { guard, jsonLimits }: HotRouteOptions,
): Promise<void> {
  // Express knows nothing of this route, so it could not name the method.
  if (request.method !== 'POST') throw new RequestFault({ kind: 'method_unknown', allowed: ['POST'] });
  const caller = await guard.admit(request, response, requestId, route.scope);
  try {
    await route.answer(caller, await readJsonBody(request, response, jsonLimits), response);
  } catch (error) {
    await caller.rates.writeCurrent(error);
    throw error;
  }
}

/** Matches as Express does: any case, an optional trailing slash, any query. */
function isOn(path: string, request: IncomingMessage): boolean {
  if (request.url === path) return true;
  const sent = pathOf(request);
  return (sent.endsWith('/') ? sent.slice(0, -1) : sent).toLowerCase() === path;
}
