import { SECOND_FACTOR_REFUSALS, type SecondFactorRefusal } from '@shipyard/auth';
import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt } from 'class-validator';

class RetryAfter {
  @Describe('The same as Retry-After.')
  @IsInt()
  retry_after_seconds: number;
}

/** The password was right. */
class SecondFactorRefused {
  @Describe('Whether a code is missing or wrong.')
  @IsIn(SECOND_FACTOR_REFUSALS)
  second_factor: SecondFactorRefusal;
}

export const operatorErrors = defineErrors({
  LOGIN_INVALID: {
    status: 401,
    message: 'The email or the password is wrong. Check both and try again.',
    detailsWhereKnown: SecondFactorRefused,
  },
  CSRF_INVALID: {
    status: 403,
    message: 'A write with a session cookie needs the CSRF token from sign-in. Send it as X-CSRF-Token.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests. Wait for details.retry_after_seconds and try again.',
    details: RetryAfter,
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
});

export const rateLimited = (message: string, seconds: number): Error =>
  operatorErrors.RATE_LIMITED({
    message,
    details: { retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
