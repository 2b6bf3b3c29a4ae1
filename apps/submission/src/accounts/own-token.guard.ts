import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import { TokenGuard } from '@shipyard/auth';
import {
  type AnsweredError,
  envelopeErrors,
  type RouteAdditions,
  type RouteRule,
  tokenInvalid,
  tokenMissing,
  WRITES,
} from '@shipyard/http';
import type { RateLimits } from '../limits/rate-limits';
import { callerOf } from './caller';

interface OwnToken {
  /** Its name among the security schemes of the API document. */
  scheme: string;
  /** What its routes answer too. */
  errors?: readonly AnsweredError[];
}

/**
 * Requires a token that is no account's, such as that of an interview. `admit` lets its holder act for an account with
 * `actForAccount`: its `credentialId` counts the writes. No answer may be kept in a cache.
 */
export abstract class OwnTokenGuard<Holder> extends TokenGuard<Holder> implements RouteRule {
  constructor(private readonly limits: RateLimits) {
    super();
  }

  /** The document may be written before the guard is made, so this must not read a field. */
  protected abstract own(): OwnToken;

  describe(): RouteAdditions {
    const { scheme, errors = [] } = this.own();
    return {
      errors: [envelopeErrors.AUTH_TOKEN_INVALID, envelopeErrors.AUTH_TOKEN_MISSING, ...errors],
      security: [{ [scheme]: [] }],
      answerHeaders: {
        'Cache-Control': { description: '`no-store`', required: true, schema: { const: 'no-store' } },
      },
    };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    response.setHeader('cache-control', 'no-store');
    await super.canActivate(context);
    const caller = callerOf(request);
    if (caller && WRITES.has(request.method ?? '')) await this.limits.take(response, 'writes', caller.credentialId);
    return true;
  }

  protected missing(): Error {
    return tokenMissing();
  }

  protected invalid(): Error {
    return tokenInvalid();
  }
}
