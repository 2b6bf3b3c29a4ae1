import type { NestInterceptor } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { requestContexts } from '@shipyard/platform';
import type { NextFunction, Request, Response } from 'express';
import { limitConnections } from './connection-limits';
import { DtoPipe } from './dto.pipe';
import { ErrorFilter } from './error.filter';
import { beginExchange, type ExchangeOptions } from './exchange';
import { JsonBodyInterceptor } from './json-body';
import type { Surface } from './surface';
import { answerUnreadable } from './unreadable-request';

/** No request is worked on for longer. */
const LEFT_BEHIND_MS = 600_000;

export interface HttpOptions extends ExchangeOptions {
  surfaces: Surface[];
  /** Run after the JSON body was read, in this order: readers of other bodies, and what needs to know a body. */
  afterJsonBody?: NestInterceptor[];
  /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
  trustedProxies?: string[];
  /** How long a request may be worked on before anything is sent. */
  longestAnswerMs?: number;
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
    const requestId = beginExchange(request, response, options, () => patternOf(request));
    requestContexts.begin({ requestId }, (leave) => {
      // What is under way for a client who left goes on for a while.
      response.once('close', () => (response.writableFinished ? leave() : setTimeout(leave, LEFT_BEHIND_MS).unref()));
      next();
    });
  });
  app.useGlobalFilters(new ErrorFilter(options.surfaces, options.logger));
  app.useGlobalInterceptors(new JsonBodyInterceptor(), ...(options.afterJsonBody ?? []));
  app.useGlobalPipes(new DtoPipe());
  const server = app.getHttpServer();
  limitConnections(server, options.longestAnswerMs);
  answerUnreadable(server, options.surfaces, options.securityHeaders, options.logger);
  // To an expectation that it does not know, Node alone would say 417, without an id. It may as well be left unheard.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** The pattern that Express matched. */
function patternOf({ route }: Request): string {
  const matched: unknown = route;
  return typeof matched === 'object' && matched !== null && 'path' in matched ? String(matched.path) : 'unknown';
}
