import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap } from 'rxjs';
import { envelope, type Envelope } from './envelope';
import type { RouteAdditions, RouteRule } from './route-rule';

export interface VersionedRead<Data> {
  /**
   * Changes with everything that the response is made from. Read before the data: newer data costs one more read later,
   * but older data would never be replaced.
   */
  version: readonly (string | number | boolean | null)[];
  isPrivate?: boolean;
  read: (keepPrivate: () => void) => Promise<Data>;
}

export class VersionedAnswer<Answer> {
  constructor(readonly versioned: VersionedRead<Answer>) {}
}

export const versionedEnvelope = <Data>({ read, ...version }: VersionedRead<Data>) =>
  new VersionedAnswer<Envelope<Data>>({ ...version, read: async (keepPrivate) => envelope(await read(keepPrivate)) });

/** Part of a version, because a new build may render the same rows differently. */
export const BUILD_HASH = require.main === undefined ? '' : hash(readFileSync(require.main.filename));

function keepPrivate(response: Response): void {
  response.setHeader('cache-control', 'private, no-cache');
}

/** Weak, because the same ETag stands for each encoding of an answer: it promises the same content, not the same bytes. */
export const weakEtag = (hashed: string): string => `W/"${hashed}"`;

export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => withoutWeakness(each.trim()) === withoutWeakness(etag)));

/** Some clients and proxies mark what is weak a second time. */
const withoutWeakness = (etag: string) => etag.replace(/^(?:W\/)+/, '');

/**
 * Adds ETags and answers 304. A versioned read takes its ETag from its version and then reads data. Others take it from
 * their JSON. Does nothing if the handler writes its own response.
 */
@Injectable()
export class RevalidatedRead implements NestInterceptor, RouteRule {
  describe(): RouteAdditions {
    return {
      revalidates: true,
      headers: [
        {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'The ETag of an earlier answer.',
          schema: { type: 'string' },
        },
      ],
      answerHeaders: { ETag: { description: 'Changes with the answer.', required: false, schema: { type: 'string' } } },
    };
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>) {
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(concatMap((answer) => this.send(answer, http.getRequest<Request>(), http.getResponse<Response>())));
  }

  private async send(answer: unknown, request: Request, response: Response): Promise<unknown> {
    if (answer === undefined || response.headersSent) return answer;
    const { version, isPrivate, read } = versionedOf(answer);
    const etag = weakEtag(hash(JSON.stringify([BUILD_HASH, request.originalUrl, version])));
    if (isPrivate) keepPrivate(response);
    const isKnown = matchesEtag(request.headers['if-none-match'], etag);
    const data = isKnown ? undefined : await read(() => keepPrivate(response));
    // Set only after the read, so that a refusal has no ETag.
    response.setHeader('etag', etag);
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'public, no-cache');
    if (isKnown) {
      response.status(304);
      return undefined;
    }
    response.type('application/json; charset=utf-8');
    return JSON.stringify(data);
  }
}

function versionedOf(answer: unknown): VersionedRead<unknown> {
  if (answer instanceof VersionedAnswer) return (answer as VersionedAnswer<unknown>).versioned;
  return { version: [JSON.stringify(answer)], read: () => Promise.resolve(answer) };
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 27);
}
