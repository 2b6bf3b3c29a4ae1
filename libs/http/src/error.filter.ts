import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { isDatabaseUnavailable, type Logger, ObjectStoreUnavailable, ProcessEnding } from '@shipyard/platform';
import { HttpError } from './errors';
import { pathOf } from './exchange';
import { RequestFault, type RequestFaultKind } from './request-fault';
import type { DescribedRoute, RouteAdditions, RouteRule } from './route-rule';
import type { Surface } from './surface';

/** The one place where a failure becomes an answer, in the words of the surface that the path belongs to. */
@Catch()
export class ErrorFilter implements ExceptionFilter, RouteRule {
  constructor(
    private readonly surfaces: Surface[],
    private readonly logger: Logger,
  ) {}

  describe({ path }: DescribedRoute): RouteAdditions {
    // A parameter in a path may be no valid percent-encoding.
    return { faults: ['unavailable', 'internal', ...(path.includes(':') ? (['route_unknown'] as const) : [])] };
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerFailure(thrown, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>(), this.surfaces, this.logger);
  }
}

/** Says a failure in the words of the surface that the path belongs to, and to the log as loudly as its row wants. */
export function answerFailure(thrown: unknown, request: IncomingMessage, response: ServerResponse, surfaces: Surface[], logger: Logger): void {
  const path = pathOf(request);
  const surface = surfaceOf(path, surfaces);
  const error = toHttpError(thrown, surface);
  if (error.row.log) logger[error.row.log]({ request_id: response.getHeader('x-request-id'), err: error.cause ?? error, code: error.code, path }, error.row.message);
  answer(request, response, error, surface);
}

/** The surface whose prefix is the longest that the path begins with. */
export function surfaceOf(path: string, surfaces: Surface[]): Surface {
  const matching = surfaces.filter(({ prefix }) => path === prefix || path.startsWith(prefix === '/' ? '/' : `${prefix}/`));
  const [best] = matching.sort((one, other) => other.prefix.length - one.prefix.length);
  if (!best) throw new Error('One surface must have the prefix /');
  return best;
}

/** Whatever was thrown, as an error of the surface's tables. What is not known becomes an internal error that says nothing. */
export function toHttpError(thrown: unknown, surface: Surface): HttpError {
  return thrown instanceof HttpError ? thrown : surface.fromFault(toFault(thrown));
}

function toFault(thrown: unknown): RequestFaultKind {
  if (thrown instanceof RequestFault) return thrown.fault;
  // Nest throws 404 for an unknown route, and makes 400 of what Express says to a path that is no valid percent-encoding.
  if (thrown instanceof HttpException && [400, 404].includes(thrown.getStatus())) return { kind: 'route_unknown' };
  if (thrown instanceof URIError) return { kind: 'route_unknown' };
  if (isDatabaseUnavailable(thrown) || thrown instanceof ObjectStoreUnavailable || thrown instanceof ProcessEnding) return { kind: 'unavailable', cause: thrown };
  return { kind: 'internal', cause: thrown };
}

const failures = new WeakMap<object, HttpError>();

/** The failure that a response said, if it did. */
export const failureOf = (response: object): HttpError | undefined => failures.get(response);

function answer(request: IncomingMessage, response: ServerResponse, error: HttpError, surface: Surface): void {
  if (response.headersSent) {
    // Half an answer must not look whole.
    response.destroy();
    return;
  }
  failures.set(response, error);
  for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
  const body = Buffer.from(JSON.stringify(surface.render(error)));
  response.statusCode = error.row.status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  if (request.complete) response.end(body);
  else answerMidway(request, response, body);
}

/** For how long what a refused client still sends is thrown away. */
const HEARING_MS = 5_000;

/**
 * Answers at once, while the body is still on its way, and ends the connection once the client has sent all or gone: closed any earlier, it
 * would break under a client that first sends and then listens, and the answer with it.
 */
function answerMidway(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  response.setHeader('connection', 'close');
  response.write(body);
  const end = () => {
    clearTimeout(patience);
    response.end();
  };
  const patience = setTimeout(end, HEARING_MS);
  if (request.destroyed) end();
  else request.once('end', end).once('close', end).resume();
}
