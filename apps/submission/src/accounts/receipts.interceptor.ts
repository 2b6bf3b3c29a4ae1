import type { IncomingMessage } from 'node:http';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type DescribedRoute, operationOf, receiptOf, type RouteAdditions, type RouteRule } from '@shipyard/http';
import { map, type Observable } from 'rxjs';
import { callerOf } from './caller';
import { hasScope, scopesOf } from './scopes';

const READING = 'projects:read';

/**
 * Answers a token that may not read with the receipt of its write. It looks at the answer on its way out, so it covers
 * stored answers too, whatever token asked for the first one.
 */
@Injectable()
export class Receipts implements NestInterceptor, RouteRule {
  describe(route: DescribedRoute): RouteAdditions {
    const scopes = scopesOf(route);
    if (scopes.length === 0 || scopes.includes(READING)) return {};
    return { hasReceipt: true, note: `Without \`${READING}\` the answer holds ids, the state and times alone.` };
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const caller = callerOf(context.switchToHttp().getRequest<IncomingMessage>());
    if (caller === null || hasScope(caller, READING)) return next.handle();
    const operation = operationOf(context.getHandler());
    const shape = operation && 'data' in operation ? operation.data : {};
    return next
      .handle()
      .pipe(map((answer) => (isEnvelope(answer) ? { ok: true, data: receiptOf(shape, answer.data) } : undefined)));
  }
}

const isEnvelope = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;
