import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt } from 'class-validator';
import { type Quota, QUOTAS } from './quotas';

export class RetryAfter {
  @Describe('The same as Retry-After.')
  @IsInt()
  retry_after_seconds: number;
}

export class ExceededQuota {
  @IsIn(QUOTAS)
  quota: Quota;

  @Describe('What the account may have.')
  @IsInt()
  limit: number;
}

/** Describe the limit with the least remaining share. */
export const RATE_HEADERS = {
  'RateLimit-Limit': 'How much the window allows.',
  'RateLimit-Remaining': 'How much of it is left.',
  'RateLimit-Reset': 'Seconds until the window ends.',
};

export const limitErrors = defineErrors({
  QUOTA_EXCEEDED: { status: 403, message: 'A quota of your account is used up. See details.quota. Make room, or ask the staff to raise it.', details: ExceededQuota },
  RATE_LIMITED: {
    status: 429,
    message: 'That was too much in too short a time. Try again after details.retry_after_seconds.',
    details: RetryAfter,
    headers: { 'Retry-After': 'Seconds to wait.', ...RATE_HEADERS },
  },
});
