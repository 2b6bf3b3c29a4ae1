import { defineErrors, Describe } from '@shipyard/http';
import { IsInt } from 'class-validator';

export class RetryAfter {
  @Describe('The same as Retry-After.')
  @IsInt()
  retry_after_seconds: number;
}

/** Of the limit that is nearest to its end. */
export const RATE_HEADERS = {
  'RateLimit-Limit': 'How much the window allows.',
  'RateLimit-Remaining': 'How much of it is left.',
  'RateLimit-Reset': 'Seconds until the window ends.',
};

export const limitErrors = defineErrors({
  RATE_LIMITED: {
    status: 429,
    message: 'That was too much in too short a time. Try again after details.retry_after_seconds.',
    details: RetryAfter,
    headers: { 'Retry-After': 'Seconds to wait.', ...RATE_HEADERS },
  },
});
