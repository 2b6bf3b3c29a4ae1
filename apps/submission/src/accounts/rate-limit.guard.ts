import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { addressBlock } from '../limits/address-block';
import { LIMITED_BY, RateLimits } from '../limits/rate-limits';
import { type RateName, RATES } from '../limits/rates';
import { imageBytesOf } from '../uploads/multipart.interceptor';
import { REQUEST_LIMIT_BYTES } from '../uploads/multipart-form';
import { type Caller, callerOf } from './caller.view';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Stands behind the guard that finds the caller: what is refused here has cost neither a byte of its body nor a look at its project. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const caller = callerOf(request);
    if (caller !== null && WRITES.has(request.method)) await this.limits.take(response, 'writes', caller.credentialId);
    const rate = this.reflector.get<RateName | undefined>(LIMITED_BY, context.getHandler());
    const identity = rate && identityOf(rate, request, caller);
    if (!rate || !identity) return true;
    const cost = rate === 'asset_bytes' ? announcedBytes(request) : 1;
    await this.limits.take(response, rate, identity, cost);
    response.once('close', () => void this.limits.giveBack(rate, identity, cost - usedOf(rate, request, response)));
    return true;
  }
}

/** Null where the rate is not counted before the body is read. */
function identityOf(rate: RateName, request: Request, caller: Caller | null): string | null {
  switch (RATES[rate].per) {
    case 'address':
      return request.ip === undefined ? null : addressBlock(request.ip);
    case 'token':
      return caller && caller.credentialId;
    case 'project':
      return caller && `${caller.accountId} ${String(request.params.slug)}`;
    case 'email':
    case 'account':
      return null;
  }
}

/** A body that does not say how long it is may be as long as any, until it has been read. */
function announcedBytes({ headers }: Request): number {
  return Math.min(Number(headers['content-length'] ?? REQUEST_LIMIT_BYTES), REQUEST_LIMIT_BYTES);
}

/** Of a form only its images count; a review that was not begun does not. */
function usedOf(rate: RateName, request: Request, response: Response): number {
  if (rate === 'asset_bytes') return imageBytesOf(request);
  return rate === 'reviews' && response.statusCode >= 400 ? 0 : 1;
}
