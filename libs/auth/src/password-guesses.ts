import { createHash } from 'node:crypto';
import { HttpError } from '@shipyard/http';
import type { RateLimit, RateLimiter } from '@shipyard/platform/rate-limiter';

/**
 * Counts wrong passwords per email. It never refuses a sign-in, because anybody could lock the owner out. It only
 * decides when each IP address gets fewer attempts.
 */
export class PasswordGuesses {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limit: RateLimit,
  ) {}

  async count(email: string): Promise<void> {
    await this.limiter.take(keyOf(email), this.limit);
  }

  async areMany(email: string): Promise<boolean> {
    const { remaining } = await this.limiter.take(keyOf(email), this.limit, 0);
    return remaining === 0;
  }

  async forget(email: string): Promise<void> {
    await this.limiter.giveBack(keyOf(email), this.limit.limit);
  }
}

/** An error with details is about the second factor, so the password was right. Those attempts are counted elsewhere. */
export const isWrongPassword = (error: unknown, loginInvalid: { code: string }): boolean =>
  error instanceof HttpError && error.code === loginInvalid.code && error.particulars.details === undefined;

/** Hashed, so that Redis stores no email. */
const keyOf = (email: string) => `password_guesses:${createHash('sha256').update(email).digest('base64url')}`;
