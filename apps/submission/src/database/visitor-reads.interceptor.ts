import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { ReplicaReads } from '@shipyard/platform/read-replica';
import type { CookieOptions, Request, Response } from 'express';
import type { Observable } from 'rxjs';

const READS = new Set(['GET', 'HEAD']);
const COOKIE = 'shipyard_wrote';
/** The browser gets the answer, and asks for the next page, a moment after the write. */
const ON_ITS_WAY_MS = 2_000;

/**
 * Lets visitors read from the replica. A request with a token or a session reads from the primary, and so does a
 * browser that has just sent a form without one: a cookie remembers that for as long as the replica may be behind.
 */
export class VisitorReads implements NestInterceptor {
  private readonly cookie: CookieOptions;

  constructor(
    private readonly reads: Pick<ReplicaReads, 'allow'>,
    { maxLagMs, isSecure }: { maxLagMs: number; isSecure: boolean },
  ) {
    this.cookie = { maxAge: maxLagMs + ON_ITS_WAY_MS, httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' };
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!READS.has(request.method)) context.switchToHttp().getResponse<Response>().cookie(COOKIE, '1', this.cookie);
    else if (isOfVisitor(request)) this.reads.allow();
    return next.handle();
  }
}

function isOfVisitor({ caller, headers }: Request): boolean {
  const sendsToken = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
  return caller === undefined && !sendsToken && headers.cookie?.includes(`${COOKIE}=`) !== true;
}
