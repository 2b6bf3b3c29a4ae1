import type { IncomingMessage } from 'node:http';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { HttpError, type RouteAdditions, type RouteRule } from '@shipyard/http';
import { EnterpriseKeyGuard } from './enterprise-key.guard';

declare module 'http' {
  interface IncomingMessage {
    /** The customer of the key, on routes that need none. Null without a valid key. */
    keyCustomerId?: string | null;
  }
}

/** Whose key was sent with a request that needs none, or null. */
export const CustomerOfKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    context.switchToHttp().getRequest<IncomingMessage>().keyCustomerId ?? null,
);

/** For routes that anybody may call and that say more to a customer. A key that is not valid is ignored. */
@Injectable()
export class OptionalKeyGuard implements CanActivate, RouteRule {
  constructor(private readonly keys: EnterpriseKeyGuard) {}

  describe(): RouteAdditions {
    return { security: [{}, { key: [] }] };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    request.keyCustomerId = await this.keys.customerOf(request).catch(ignoreRefusal);
    return true;
  }
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof HttpError) return null;
  throw error;
}
