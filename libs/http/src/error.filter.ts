import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { isDatabaseUnavailable, type Logger, ObjectStoreUnavailable } from '@shipyard/platform';
import type { Request, Response } from 'express';
import { HttpError } from './errors';
import { RequestFault, type RequestFaultKind } from './request-fault';
import type { Surface } from './surface';

/** The one place where a failure becomes an answer, in the words of the surface that the path belongs to. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly surfaces: Surface[],
    private readonly logger: Logger,
  ) {}

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

const failures = new WeakMap<object, HttpError>();

/** The failure that a response said, if it did. */
export const failureOf = (response: object): HttpError | undefined => failures.get(response);

function answer(request: Request, response: Response, error: HttpError, surface: Surface): void {
  if (response.headersSent) {
    // Half an answer must not look whole.
    response.destroy();
    return;
  }
  failures.set(response, error);
  // A body that nobody read would keep the connection busy: the answer goes out, then the connection ends.
  if (!request.complete) response.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
  response.status(error.row.status).json(surface.render(error));
}
