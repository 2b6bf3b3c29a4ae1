import { createHash } from 'node:crypto';
import type { RateLimit, RateLimiter } from '@shipyard/auth';
import { limitErrors } from './limits.errors';
import { DEMO_FACTOR, RENDER_TIME } from './rates';

/**
 * The CPU time that an account's documents may take to render. The cost of a document is known only after it was rendered, so a document
 * begins while any time is left, and is charged afterwards.
 */
export class RenderBudget {
  private readonly rate: RateLimit;

  constructor(
    private readonly limiter: RateLimiter,
    isDemo: boolean,
  ) {
    this.rate = { ...RENDER_TIME, limit: RENDER_TIME.limit * (isDemo ? DEMO_FACTOR : 1) };
  }

  /** Throws RATE_LIMITED when the account has used all of its time. */
  async assertLeft(accountId: string): Promise<void> {
    // Takes the first millisecond: when not even that is left, nothing is.
    const { allowed, resetMs } = await this.limiter.take(keyOf(accountId), this.rate, 1);
    if (allowed) return;
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    throw limitErrors.RATE_LIMITED({
      message: `The documents of this account took all of the ${this.rate.limit / 1000} s of rendering that it has in an hour. Try again in ${seconds} s.`,
      details: { retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds) },
    });
  }

  /** Counts the time that a document took, after assertLeft() let it begin. */
  charge(accountId: string, cpuMs: number): Promise<void> {
    return this.limiter.spend(keyOf(accountId), this.rate, Math.max(0, Math.ceil(cpuMs) - 1));
  }
}

const keyOf = (accountId: string) => `render_time:${createHash('sha256').update(accountId).digest('base64url')}`;
