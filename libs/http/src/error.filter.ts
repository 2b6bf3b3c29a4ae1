import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import { ProcessEnding } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStoreUnavailable } from '@shipyard/platform/object-store';
import { allowedMethods } from './allowed-methods';
import { endHeard } from './end-heard';
import { HttpError } from './errors';
import { pathOf } from './begin-request-context';
import { RequestFault, type RequestFaultKind } from './request-fault';
import type { DescribedRoute, RouteAdditions, RouteRule } from './route-rule';
import type { ErrorFormat } from './error-format';

declare module 'http' {
  interface ServerResponse {
    /** The error that this response reports. */
    failure?: HttpError;
  }
}

@Catch()
export class ErrorFilter implements ExceptionFilter, RouteRule {
  constructor(
    private readonly errorFormats: ErrorFormat[],
    private readonly logger: Logger,
  ) {}

  describe({ path }: DescribedRoute): RouteAdditions {
    return { faults: ['unavailable', 'internal', ...(path.includes(':') ? (['route_unknown'] as const) : [])] };
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerFailure(
      thrown,
      http.getRequest<IncomingMessage>(),
      http.getResponse<ServerResponse>(),
      this.errorFormats,
      this.logger,
    );
  }
}

export function answerFailure(
  thrown: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  errorFormats: ErrorFormat[],
  logger: Logger,
): void {
  const path = pathOf(request);
  const errorFormat = errorFormatOf(path, errorFormats);
  const error = isUnknownRoute(thrown) ? unknownRoute(request, errorFormat) : toHttpError(thrown, errorFormat);
  if (error.row.log)
    logger[error.row.log](
      { request_id: response.getHeader('x-request-id'), err: error.cause ?? error, code: error.code, path },
      error.row.message,
    );
  answer(request, response, error, errorFormat);
}

export function errorFormatOf(path: string, errorFormats: ErrorFormat[]): ErrorFormat {
  const matching = errorFormats.filter(
    ({ prefix }) => path === prefix || path.startsWith(prefix === '/' ? '/' : `${prefix}/`),
  );
  const [best] = matching.sort((one, other) => other.prefix.length - one.prefix.length);
  if (!best) throw new Error('One error format must have the prefix /');
  return best;
}

/** Unknown errors become an internal error without details. */
export function toHttpError(thrown: unknown, errorFormat: ErrorFormat): HttpError {
  return thrown instanceof HttpError ? thrown : errorFormat.fromFault(toFault(thrown));
}

/** Nest throws 404 for an unknown route, and 400 for a path with invalid percent-encoding. */
const isUnknownRoute = (thrown: unknown): boolean =>
  (thrown instanceof HttpException && [400, 404].includes(thrown.getStatus())) || thrown instanceof URIError;

function unknownRoute(request: IncomingMessage, errorFormat: ErrorFormat): HttpError {
  const allowed = allowedMethods(request);
  const isOtherMethod = allowed.length > 0 && !allowed.includes(request.method ?? '');
  return errorFormat.fromFault(isOtherMethod ? { kind: 'method_unknown', allowed } : { kind: 'route_unknown' });
}

function toFault(thrown: unknown): RequestFaultKind {
  if (thrown instanceof RequestFault) return thrown.fault;
  if (isUnknownRoute(thrown)) return { kind: 'route_unknown' };
  if (isDatabaseUnavailable(thrown) || thrown instanceof ObjectStoreUnavailable || thrown instanceof ProcessEnding)
    return { kind: 'unavailable', cause: thrown };
  return { kind: 'internal', cause: thrown };
}

function answer(request: IncomingMessage, response: ServerResponse, error: HttpError, errorFormat: ErrorFormat): void {
  if (response.headersSent) {
    // A partial response must not look complete.
    response.destroy();
    return;
  }
  response.failure = error;
  for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
  const page = errorFormat.renderPage?.(error, request, response) ?? null;
  const body = Buffer.from(page ?? JSON.stringify(errorFormat.render(error)));
  response.statusCode = error.row.status;
  response.setHeader('content-type', `${page === null ? 'application/json' : 'text/html'}; charset=utf-8`);
  response.setHeader('content-length', body.length);
  endHeard(request, response, body);
}
