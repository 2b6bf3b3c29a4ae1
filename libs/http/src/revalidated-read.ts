import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import type { RouteAdditions, RouteRule } from './route-rule';

/** Marks the answer as one that only this caller may see, before the handler returns it. */
export function keepPrivate(response: Response): void {
  response.setHeader('cache-control', 'private, no-cache');
}

/** Whether an If-None-Match header names this validator; weak ones count, as they do for reads. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

/**
 * Gives a read an ETag made of its JSON, and answers 304 to a caller who has it already. Caches may keep the answer and have to ask each time;
 * shared ones too, unless the handler has called keepPrivate. A handler that writes its own answer is left alone.
 */
@Injectable()
export class RevalidatedRead implements NestInterceptor, RouteRule {
  describe(): RouteAdditions {
    return {
      revalidates: true,
      headers: [{ name: 'If-None-Match', in: 'header', required: false, description: 'The ETag of an earlier answer.', schema: { type: 'string' } }],
      answerHeaders: { ETag: { description: 'Changes with the answer.', required: false, schema: { type: 'string' } } },
    };
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>) {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        if (answer === undefined || response.headersSent) return answer;
        const json = JSON.stringify(answer);
        const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
        response.setHeader('etag', etag);
        if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'public, no-cache');
        if (matchesEtag(http.getRequest<Request>().headers['if-none-match'], etag)) {
          response.status(304);
          return undefined;
        }
        response.type('application/json; charset=utf-8');
        return json;
      }),
    );
  }
}
