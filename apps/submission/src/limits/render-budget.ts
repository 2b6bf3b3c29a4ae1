import { createHash } from 'node:crypto';
import type { RateLimit, RateLimiter } from '@shipyard/platform/rate-limiter';
import { rateLimited } from './limits.errors';
import { DEMO_FACTOR, RENDER_TIME } from './rates';

/** The cost is known only after rendering, so a document starts while any time is left and is charged afterwards. */
export class RenderBudget {
  private readonly rate: RateLimit;

  constructor(
    private readonly limiter: RateLimiter,
    isDemo: boolean,
  ) {
    this.rate = { ...RENDER_TIME, limit: RENDER_TIME.limit * (isDemo ? DEMO_FACTOR : 1) };
  }

  async assertNotSpent(accountId: string): Promise<void> {
    // Takes one millisecond: if even that is refused, nothing is left.
    const { allowed, resetMs } = await this.limiter.take(keyOf(accountId), this.rate, 1);
    if (allowed) return;
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    throw rateLimited(
      `Rendering the documents of this account has used up its ${this.rate.limit / 1000} s for this hour. Wait ${seconds} s and try again.`,
      seconds,
    );
  }

  charge(accountId: string, cpuMs: number): Promise<void> {
    return this.limiter.spend(keyOf(accountId), this.rate, Math.max(0, Math.ceil(cpuMs) - 1));
  }
}

const keyOf = (accountId: string) => `render_time:${createHash('sha256').update(accountId).digest('base64url')}`;
