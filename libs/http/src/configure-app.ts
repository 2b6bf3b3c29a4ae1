import type { NestInterceptor } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { beginWork, httpDuration, type Logger, runInRequestContext } from '@shipyard/platform';
import type { NextFunction, Request, Response } from 'express';
import { DtoPipe } from './dto.pipe';
import { ErrorFilter } from './error.filter';
import { JsonBodyInterceptor } from './json-body';
import { requestIdOf } from './request-id';
import type { Surface } from './surface';

export interface HttpOptions {
  logger: Logger;
  surfaces: Surface[];
  jsonLimitBytes: number;
  /** Whether a sane X-Request-Id of the caller is kept. */
  acceptRequestId: boolean;
  /** Run after the JSON body was read, in this order: readers of other bodies, and what needs to know a body. */
  afterJsonBody?: NestInterceptor[];
  /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
  trustedProxies?: string[];
}

/**
 * Everything that lies round the routes, for `main.ts` and tests alike. Create the app with `bodyParser: false`.
 * The order of a request: id and log line → guards (token) → body → DTO check → handler; any failure → one filter.
 */
export function configureApp(app: NestExpressApplication, options: HttpOptions): void {
  app.disable('x-powered-by');
  // ETags are set by the routes that mean them; Express would hash every answer.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustedProxies ?? []);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const requestId = requestIdOf(request, options.acceptRequestId);
    response.setHeader('x-request-id', requestId);
    response.setHeader('x-content-type-options', 'nosniff');
    runInRequestContext({ requestId }, () => {
      logWhenDone(request, response, options.logger);
      next();
    });
  });
  app.useGlobalFilters(new ErrorFilter(options.surfaces, options.logger));
  app.useGlobalInterceptors(new JsonBodyInterceptor(options.jsonLimitBytes), ...(options.afterJsonBody ?? []));
  app.useGlobalPipes(new DtoPipe());
}

/** One line a request, never its query, body or headers: those can hold what nobody should read. */
function logWhenDone(request: Request, response: Response, logger: Logger): void {
  const startedAt = process.hrtime.bigint();
  const endWork = beginWork();
  response.once('close', () => {
    endWork();
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    const route: unknown = request.route;
    const pattern = typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unknown';
    const status = response.writableFinished ? response.statusCode : 499;
    httpDuration.observe({ method: request.method, route: pattern, status: String(status) }, seconds);
    const quiet = pattern === '/health' || pattern === '/readyz';
    logger[quiet ? 'debug' : 'info']({ method: request.method, path: request.path, status, ms: Math.round(seconds * 1e4) / 10 }, 'request');
  });
}
