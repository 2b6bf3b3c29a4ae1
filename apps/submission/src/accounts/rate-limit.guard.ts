import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { addressBlock, hasOwnTokenKind, isTokenOptional } from '@shipyard/auth';
import { type DescribedRoute, type RouteAdditions, type RouteRule, WRITES } from '@shipyard/http';
import type { Request, Response } from 'express';
import { limitErrors, RATE_HEADERS } from '../limits/limits.errors';
import { ANONYMOUS_RATE, LIMITED_BY, OPEN_ENDED, RateLimits } from '../limits/rate-limits';
import { type GuardedRate, type RateName, RATES } from '../limits/rates';
import { imageBytesOf } from '../uploads/multipart.interceptor';
import { REQUEST_LIMIT_BYTES } from '../uploads/multipart-form';
import { type Caller, callerOf } from './caller';

/** Runs after the caller is found. A refused request has cost no byte of its body and no look-up of its project. */
@Injectable()
export class RateLimitGuard implements CanActivate, RouteRule {
  private readonly reflector = new Reflector();

  constructor(private readonly limits: RateLimits) {}

  describe(route: DescribedRoute): RouteAdditions {
    this.refuseUncountable(route);
    if (!this.mayLimit(route)) return {};
    const headers = Object.entries(RATE_HEADERS).map(
      ([name, description]) => [name, { description, required: false, schema: { type: 'string' } }] as const,
    );
    return { errors: [limitErrors.RATE_LIMITED], answerHeaders: Object.fromEntries(headers) };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const caller = callerOf(request);
    if (WRITES.has(request.method)) {
      if (caller !== null) await this.limits.take(response, 'writes', caller.credentialId);
    } else if (caller === null) {
      const anonymousRate = this.anonymousRateOf(context);
      if (anonymousRate !== null) await this.limits.take(response, anonymousRate, addressOf(request));
    } else if (caller.sessionId === null && !this.isUnlimited(context)) {
      await this.limits.take(response, 'token_reads', caller.accountId);
      if (!this.isOpenEnded(context)) this.limits.takePlace(response, 'token_reads', caller.accountId);
    }
    const rate = this.rateOf(context);
    const identity = rate && identityOf(rate, request, caller);
    if (!rate || !identity) return true;
    const cost = rate === 'asset_bytes' ? announcedBytes(request) : 1;
    await this.limits.take(response, rate, identity, cost);
    const giveBack = () => void this.limits.giveBack(rate, identity, cost - usedOf(rate, request, response));
    if (response.destroyed) giveBack();
    else response.once('close', giveBack);
    return true;
  }

  private mayLimit(route: DescribedRoute): boolean {
    if (WRITES.has(route.method) || this.rateOf(route) !== undefined) return true;
    return isTokenOptional(route) ? this.anonymousRateOf(route) !== null : !hasOwnTokenKind(route);
  }

  /** Probes, which say so themselves. */
  private isUnlimited(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
    return isTokenOptional(route) && this.anonymousRateOf(route) === null;
  }

  private isOpenEnded(route: Pick<ExecutionContext, 'getHandler'>): boolean {
    return this.reflector.get<boolean | undefined>(OPEN_ENDED, route.getHandler()) === true;
  }

  private anonymousRateOf(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): RateName | null {
    if (!isTokenOptional(route)) return null;
    const rate = this.reflector.getAllAndOverride<RateName | null | undefined>(ANONYMOUS_RATE, [
      route.getHandler(),
      route.getClass(),
    ]);
    return rate === undefined ? 'anonymous_reads' : rate;
  }

  /** Stops the start, because a rate without a key to count by would limit nothing. */
  private refuseUncountable(route: DescribedRoute): void {
    const rate = this.rateOf(route);
    if (rate === undefined || RATES[rate].per === 'address') return;
    if (isTokenOptional(route) || hasOwnTokenKind(route))
      throw new Error(
        `@LimitedBy('${rate}') of ${route.method} ${route.path} counts per ${RATES[rate].per}, but the route may have no caller. Choose a rate per address.`,
      );
  }

  private rateOf(route: Pick<ExecutionContext, 'getHandler'>): GuardedRate | undefined {
    return this.reflector.get<GuardedRate | undefined>(LIMITED_BY, route.getHandler());
  }
}

function identityOf(rate: GuardedRate, request: Request, caller: Caller | null): string | null {
  switch (RATES[rate].per) {
    case 'address':
      return rate === 'searches' && !isSearch(request) ? null : addressOf(request);
    case 'token':
      return caller && caller.credentialId;
    case 'account':
      return caller && caller.accountId;
    case 'project':
      return caller && `${caller.accountId} ${String(request.params.slug)}`;
  }
}

const addressOf = ({ ip }: Request) => addressBlock(ip ?? '');

/** A list without a search text is not a search. A `q` that is not a string is refused later, but counts. */
const isSearch = ({ query: { q } }: Request) => q !== undefined && (typeof q !== 'string' || q.trim() !== '');

/** A body without Content-Length may have the maximum size until it has been read. */
function announcedBytes({ headers }: Request): number {
  return Math.min(Number(headers['content-length'] ?? REQUEST_LIMIT_BYTES), REQUEST_LIMIT_BYTES);
}

/** A form counts only its images. A review or interview that did not start does not count. */
function usedOf(rate: RateName, request: Request, response: Response): number {
  if (rate === 'asset_bytes') return imageBytesOf(request);
  return ['reviews', 'interview_starts'].includes(rate) && response.statusCode >= 400 ? 0 : 1;
}
