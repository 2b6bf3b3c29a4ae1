import { defineErrors, Describe, type HttpError } from '@shipyard/http';
import { IsIn, IsInt } from 'class-validator';
import { type Quota, QUOTAS } from './quotas';

export class RetryAfter {
  @Describe('The same value as Retry-After.')
  @IsInt()
  retry_after_seconds: number;
}

export class ExceededQuota {
  @Describe('Which quota is used up.')
  @IsIn(QUOTAS)
  quota: Quota;

  @Describe('The limit of the account.')
  @IsInt()
  limit: number;
}

export const RATE_HEADERS = {
  'RateLimit-Limit': 'How much the window allows.',
  'RateLimit-Remaining': 'How much of it is left.',
  'RateLimit-Reset': 'Seconds until the window ends.',
};

export const limitErrors = defineErrors({
  QUOTA_EXCEEDED: {
    status: 403,
    message:
      'Your account has used up the quota in details.quota. Delete what you no longer need, or ask the staff to raise it.',
    details: ExceededQuota,
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests. Wait for details.retry_after_seconds and try again.',
    details: RetryAfter,
    headers: { 'Retry-After': 'Seconds to wait.', ...RATE_HEADERS },
  },
});

export function rateLimited(message: string, seconds: number, rate: Record<string, string> = {}): HttpError {
  return limitErrors.RATE_LIMITED({
    message,
    details: { retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds), ...rate },
  });
}

export const rateHeaders = (limit: number, remaining: number, resetSeconds: number): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});
