import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isWellFormedToken, type TokenPrefix } from '@shipyard/contracts';
import { hashToken } from './token';
import type { SentToken } from './token-headers';

const TOKEN_OPTIONAL = 'shipyard:token-optional';

/** Opens a route to callers without a token. A token that is sent is still checked. */
export const TokenOptional = () => SetMetadata(TOKEN_OPTIONAL, true);

export function isTokenOptional(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
  return (
    new Reflector().getAllAndOverride<boolean | undefined>(TOKEN_OPTIONAL, [route.getHandler(), route.getClass()]) ??
    false
  );
}

const OWN_TOKEN_KIND = 'shipyard:own-token-kind';

/**
 * Leaves a route to a guard of its own, whose tokens are of another kind. Use it only together with that guard, because
 * the guard of all routes lets every request pass.
 */
export const OwnTokenKind = () => SetMetadata(OWN_TOKEN_KIND, true);

export function hasOwnTokenKind(route: Pick<ExecutionContext, 'getHandler'>): boolean {
  return new Reflector().get<boolean | undefined>(OWN_TOKEN_KIND, route.getHandler()) ?? false;
}

/** Runs before the body is read. A forgotten `@TokenOptional()` fails closed. */
export abstract class TokenGuard<Holder> implements CanActivate {
  protected abstract readonly prefix: TokenPrefix;
  protected abstract read(request: IncomingMessage): SentToken;
  protected abstract find(tokenHash: Buffer): Promise<Holder | null>;
  protected abstract admit(request: IncomingMessage, holder: Holder, context: ExecutionContext): void;
  protected abstract missing(): Error;
  protected abstract invalid(): Error;

  protected isOpen(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
    return isTokenOptional(route);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const sent = this.read(request);
    if (sent.kind === 'none') {
      if (this.isOpen(context)) return true;
      throw this.missing();
    }
    if (sent.kind === 'conflict' || !isWellFormedToken(this.prefix, sent.value)) throw this.invalid();
    const holder = await this.find(hashToken(sent.value));
    if (holder === null) throw this.invalid();
    this.admit(request, holder, context);
    return true;
  }
}
