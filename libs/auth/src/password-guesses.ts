import { createHash } from 'node:crypto';
import type { RateLimit, RateLimiter } from './rate-limiter';

/**
 * Counts wrong passwords for each email, from all addresses together. The count never refuses a log-in, or anybody could lock the owner out:
 * it says for which emails each address gets fewer attempts.
 */
export class PasswordGuesses {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limit: RateLimit,
  ) {}

  /** Counts one wrong password. */
  async note(email: string): Promise<void> {
    await this.limiter.take(keyOf(email), this.limit);
  }

  /** Whether the wrong passwords for this email have reached the limit. */
  async areMany(email: string): Promise<boolean> {
    const { remaining } = await this.limiter.take(keyOf(email), this.limit, 0);
    return remaining === 0;
  }
}

/** Hashed, because Redis keeps no email. */
const keyOf = (email: string) => `password_guesses:${createHash('sha256').update(email).digest('base64url')}`;
