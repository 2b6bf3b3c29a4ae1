import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { readBearerToken } from '@shipyard/auth';
import { type DescribedRoute, openAiErrors, type RouteAdditions, type RouteRule } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { currentRequestId } from '@shipyard/platform/request-context';
import { CONFIG, type GatewayConfig } from '../config';
import { assertNotSuspended, customerErrors } from '../customers';
import { KeyLimitsService, RATE_HEADERS } from '../limits';
import { RequestLogService } from '../request-log';
import { AddressRanges, clientAddress } from './client-address';
import { KeyRates } from './key-rates';
import { keyErrors } from './keys.errors';
import { type KeyHolder, KeysService } from './keys.service';
import type { Scope } from './scope';

export interface Caller extends KeyHolder {
  requestId: string;
  rates: KeyRates;
}

const REQUIRED_SCOPE = 'gateway:required-scope';

export const RequiredScope = (scope: Scope) => SetMetadata(REQUIRED_SCOPE, scope);

declare module 'http' {
  interface IncomingMessage {
    /** Who calls, once the guard has admitted the key. */
    keyCaller?: Caller;
  }
}

export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { keyCaller } = context.switchToHttp().getRequest<IncomingMessage>();
  if (!keyCaller) throw new Error('A route without an EnterpriseKeyGuard has no caller');
  return keyCaller;
});

/** Runs before any byte of the body is read. */
@Injectable()
export class EnterpriseKeyGuard implements CanActivate, RouteRule {
  private readonly metadata = new Reflector();
  private readonly trustedProxies: AddressRanges;

  constructor(
    private readonly keys: KeysService,
    private readonly requests: RequestLogService,
    private readonly limits: KeyLimitsService,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.trustedProxies = new AddressRanges(config.TRUSTED_PROXIES);
  }

  describe(route: DescribedRoute): RouteAdditions {
    const scope = new Reflector().get<Scope | undefined>(REQUIRED_SCOPE, route.getHandler());
    return {
      ...(scope !== undefined && { note: `The key needs the scope \`${scope}\`.` }),
      errors: [
        openAiErrors.missing_api_key,
        openAiErrors.invalid_api_key,
        customerErrors.customer_suspended,
        keyErrors.ip_not_allowed,
        ...(scope === undefined ? [] : [keyErrors.insufficient_scope]),
      ],
      security: [{ key: [] }],
      answerHeaders: RATE_HEADERS,
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingMessage>();
    const response = http.getResponse<ServerResponse>();
    const scope = this.metadata.get<Scope | undefined>(REQUIRED_SCOPE, context.getHandler());
    const caller = await this.admit(request, response, currentRequestId() ?? uuidv7(), scope);
    request.keyCaller = caller;
    await caller.rates.writeCurrent();
    return true;
  }

  /** Checks in this order: key, status of the customer, address, scope. */
  async admit(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    scope: Scope | undefined,
  ): Promise<Caller> {
    const holder = await this.findHolder(request);
    if (!holder) throw openAiErrors.invalid_api_key();
    const caller: Caller = { requestId, ...holder, rates: new KeyRates(holder, this.limits, response) };
    this.requests.annotate(requestId, { customerId: caller.customerId, keyId: caller.keyId });
    try {
      this.assertMayCall(caller, request, scope);
    } catch (error) {
      await caller.rates.writeCurrent();
      throw error;
    }
    request.bodyOwnerId = caller.customerId;
    return caller;
  }

  /** Throws as `admit` does, and counts nothing. */
  async customerOf(request: IncomingMessage): Promise<string | null> {
    const holder = await this.findHolder(request);
    if (!holder) return null;
    this.assertMayCall(holder, request, undefined);
    return holder.customerId;
  }

  private assertMayCall(holder: KeyHolder, request: IncomingMessage, scope: Scope | undefined): void {
    assertNotSuspended({ status: holder.customerStatus, overdueAt: holder.overdueAt });
    if (holder.allowedAddresses && !holder.allowedAddresses.has(clientAddress(request, this.trustedProxies)))
      throw keyErrors.ip_not_allowed();
    if (scope !== undefined && !holder.scopes.includes(scope)) {
      throw keyErrors.insufficient_scope({
        message: `The API key lacks the scope "${scope}", which this call needs. Use a key that has it.`,
      });
    }
  }

  private findHolder({ headers }: IncomingMessage): KeyHolder | null | Promise<KeyHolder | null> {
    const sent = readBearerToken(headers);
    if (sent.kind === 'none') throw openAiErrors.missing_api_key();
    if (sent.kind === 'conflict') throw openAiErrors.invalid_api_key();
    return this.keys.findHolder(sent.value);
  }
}

export function assertModelAllowed(
  { models, customerModels }: Pick<Caller, 'models' | 'customerModels'>,
  modelId: string,
): void {
  if (models && !models.includes(modelId)) throw keyErrors.model_not_allowed({ param: 'model' });
  if (customerModels && !customerModels.includes(modelId))
    throw keyErrors.model_not_allowed({
      param: 'model',
      message: 'The customer may not use this model. Choose another model, or ask the operator to allow this one.',
    });
}
