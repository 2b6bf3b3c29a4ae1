import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { isDatabaseUnavailable, type Logger, ObjectStoreUnavailable } from '@shipyard/platform';
import type { Request, Response } from 'express';
import { HttpError } from './errors';
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
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const surface = surfaceOf(request.path, this.surfaces);
    const error = toHttpError(thrown, surface);
    if (error.row.log) {
      this.logger[error.row.log]({ err: error.cause ?? error, code: error.code, path: request.path }, error.row.message);
    }
    answer(request, response, error, surface);
  }
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
  if (isDatabaseUnavailable(thrown) || thrown instanceof ObjectStoreUnavailable) return { kind: 'unavailable', cause: thrown };
  return { kind: 'internal', cause: thrown };
}

function answer(request: Request, response: Response, error: HttpError, surface: Surface): void {
  if (response.headersSent) {
    // Half an answer must not look whole.
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
  response.status(error.row.status);
  if (request.complete) response.json(surface.render(error));
  else answerMidway(request, response, JSON.stringify(surface.render(error)));
}

/** For how long what a refused client still sends is thrown away. */
const HEARING_MS = 5_000;

/**
 * Answers at once, while the body is still on its way, and ends the connection once the client has sent all or gone: closed any earlier, it
 * would break under a client that first sends and then listens, and the answer with it.
 */
function answerMidway(request: Request, response: Response, json: string): void {
  response.set({ connection: 'close', 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(json)) });
  response.write(json);
  const end = () => {
    clearTimeout(patience);
    response.end();
  };
  const patience = setTimeout(end, HEARING_MS);
  if (request.destroyed) end();
  else request.once('end', end).once('close', end).resume();
}
