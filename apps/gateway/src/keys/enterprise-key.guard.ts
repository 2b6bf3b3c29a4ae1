import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { readBearerToken, type SentToken, TokenGuard } from '@shipyard/auth';
import { openAiErrors } from '@shipyard/http';
import { currentRequestId, uuidv7 } from '@shipyard/platform';
import { assertNotSuspended } from '../customers/customers.service';
import { RequestLogService } from '../requests/request-log.service';
import type { Scope } from './enterprise-key.entity';
import { keyErrors } from './keys.errors';
import { type KeyHolder, KeysService } from './keys.service';

/** Who makes a /v1 call, and the id of the call, under which it is charged. */
export interface Caller {
  requestId: string;
  customerId: string;
  keyId: string;
}

const REQUIRED_SCOPE = 'gateway:required-scope';

/** The product that a key must be opened for. Without it, any key passes. */
export const RequiredScope = (scope: Scope) => SetMetadata(REQUIRED_SCOPE, scope);

const callers = new WeakMap<IncomingMessage, Caller>();

/** Injects the Caller into a handler behind an EnterpriseKeyGuard. */
export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<IncomingMessage>());
  if (!caller) throw new Error('A route without an EnterpriseKeyGuard has no caller');
  return caller;
});

/** Lets a request pass whose key is valid, of a customer in good standing, and opened for the route's product: in this order. */
@Injectable()
export class EnterpriseKeyGuard extends TokenGuard<KeyHolder> {
  protected readonly prefix = 'gwk_';
  private readonly metadata = new Reflector();

  constructor(
    private readonly keys: KeysService,
    private readonly requests: RequestLogService,
  ) {
    super();
  }

  protected read({ headers }: IncomingMessage): SentToken {
    return readBearerToken(headers);
  }

  protected missing(): Error {
    return openAiErrors.missing_api_key();
  }

  protected invalid(): Error {
    return openAiErrors.invalid_api_key();
  }

  protected find(tokenHash: Buffer): Promise<KeyHolder | null> {
    return this.keys.findHolder(tokenHash);
  }

  protected admit(request: IncomingMessage, holder: KeyHolder, context: ExecutionContext): void {
    const { customerId, keyId } = holder;
    const requestId = currentRequestId() ?? uuidv7();
    this.requests.note(requestId, { customerId, keyId });
    assertNotSuspended({ status: holder.customerStatus });
    const scope = this.metadata.get<Scope | undefined>(REQUIRED_SCOPE, context.getHandler());
    if (scope !== undefined && !holder.scopes.includes(scope)) {
      throw keyErrors.insufficient_scope({ message: `The API key lacks the scope "${scope}", which this call needs.` });
    }
    callers.set(request, { requestId, customerId, keyId });
  }
}
