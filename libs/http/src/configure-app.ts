import type { NestInterceptor } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { requestContexts } from '@shipyard/platform/request-context';
import type { NextFunction, Request, Response } from 'express';
import { compressedAnswers } from './compressed-answers';
import { limitConnections } from './connection-limits';
import { DtoPipe } from './dto.pipe';
import { ErrorFilter } from './error.filter';
import { beginRequestContext, type RequestContextOptions } from './begin-request-context';
import { JsonBodyInterceptor } from './json-body';
import type { ErrorFormat } from './error-format';
import { answerUnreadable } from './unreadable-request';

const LEFT_BEHIND_MS = 600_000;

export interface HttpOptions extends RequestContextOptions {
  errorFormats: ErrorFormat[];
  afterJsonBody?: NestInterceptor[];
  trustedProxies?: string[];
  longestAnswerMs?: number;
}

const MAX_LISTENERS = 20;

/**
 * For `main.ts` and tests. Create the app with `bodyParser: false`. The order of a request: id and log line → guards
 * (token) → body → DTO check → handler.
 */
export function configureApp(app: NestExpressApplication, options: HttpOptions): void {
  app.disable('x-powered-by');
  // Express would hash every response. Routes set ETags themselves.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustedProxies ?? []);
  app.use((request: Request, response: Response, next: NextFunction) => {
    // For `pipeline` alone Node adds seven listeners of `close`, and warns at eleven.
    response.setMaxListeners(MAX_LISTENERS);
    const requestId = beginRequestContext(request, response, options, () => patternOf(request));
    requestContexts.begin({ requestId }, (leave) => {
      response.once('close', () => (response.writableFinished ? leave() : setTimeout(leave, LEFT_BEHIND_MS).unref()));
      next();
    });
  });
  app.use(compressedAnswers());
  app.useGlobalFilters(new ErrorFilter(options.errorFormats, options.logger));
  app.useGlobalInterceptors(new JsonBodyInterceptor(), ...(options.afterJsonBody ?? []));
  app.useGlobalPipes(new DtoPipe());
  const server = app.getHttpServer();
  limitConnections(server, options.longestAnswerMs);
  answerUnreadable(server, options.errorFormats, options.securityHeaders, options.logger);
  // Node would answer an unknown Expect header with 417 and no request id.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function patternOf({ route }: Request): string {
  const matched: unknown = route;
  return typeof matched === 'object' && matched !== null && 'path' in matched ? String(matched.path) : 'unknown';
}
