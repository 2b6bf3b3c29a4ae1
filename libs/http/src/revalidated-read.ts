import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap } from 'rxjs';
import { envelope, type Envelope } from './envelope';
import type { RouteAdditions, RouteRule } from './route-rule';

/** What a read answers, and the version that says whether a caller has it already. */
export interface VersionedRead<Data> {
  /**
   * Changes with everything that the answer is made from, except the code and the URL. It is taken before the data: data that is newer than its
   * version costs one more read later, data that is older would never be replaced.
   */
  version: readonly (string | number | boolean | null)[];
  /** Whether only this caller may see the answer. */
  isPrivate?: boolean;
  /** Reads the data. Calls `keepPrivate` when it finds that only this caller may see them. */
  read: (keepPrivate: () => void) => Promise<Data>;
}

/** Holds a read back until the interceptor knows that the caller needs it. */
export class VersionedAnswer<Answer> {
  constructor(readonly versioned: VersionedRead<Answer>) {}
}

/** Answers with the envelope of a versioned read. The data are read only when the caller does not have them yet. */
export const versionedEnvelope = <Data>({ read, ...version }: VersionedRead<Data>) =>
  new VersionedAnswer<Envelope<Data>>({ ...version, read: async (keepPrivate) => envelope(await read(keepPrivate)) });

/** A new build may make another answer of the same rows. */
const BUILD = require.main === undefined ? '' : hash(readFileSync(require.main.filename));

/** Marks the answer as one that only this caller may see. */
function keepPrivate(response: Response): void {
  response.setHeader('cache-control', 'private, no-cache');
}

/** Whether an If-None-Match header names this validator; weak ones count, as they do for reads. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

/**
 * Gives a read an ETag, and answers 304 to a caller who has it already. The ETag of a versioned read is made from its version, before its data are
 * read; that of any other answer is made from its JSON. Caches may keep the answer and have to ask each time; shared ones too, unless it is
 * private. A handler that writes its own answer is left alone.
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
    return next.handle().pipe(concatMap((answer) => this.send(answer, http.getRequest<Request>(), http.getResponse<Response>())));
  }

  private async send(answer: unknown, request: Request, response: Response): Promise<unknown> {
    if (answer === undefined || response.headersSent) return answer;
    const { version, isPrivate, read } = versionedOf(answer);
    const etag = `"${hash(JSON.stringify([BUILD, request.originalUrl, version]))}"`;
    if (isPrivate) keepPrivate(response);
    const isKnown = matchesEtag(request.headers['if-none-match'], etag);
    const data = isKnown ? undefined : await read(() => keepPrivate(response));
    // Not before the data are read: a refusal is nobody's to keep.
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

/** An answer that a handler has made already is its own version. */
function versionedOf(answer: unknown): VersionedRead<unknown> {
  if (answer instanceof VersionedAnswer) return (answer as VersionedAnswer<unknown>).versioned;
  return { version: [JSON.stringify(answer)], read: () => Promise.resolve(answer) };
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 27);
}
