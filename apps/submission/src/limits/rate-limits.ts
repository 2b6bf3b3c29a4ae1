import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import { PasswordGuesses } from '@shipyard/auth';
import { Places } from '@shipyard/platform/fair-queue';
import type { RateDecision, RateLimit, RateLimiter } from '@shipyard/platform/rate-limiter';
import { rateHeaders, rateLimited } from './limits.errors';
import {
  AT_ONCE,
  type BoundedRate,
  DEMO_FACTOR,
  type GuardedRate,
  type RateName,
  RATES,
  WRONG_PASSWORDS,
} from './rates';

export const LIMITED_BY = 'shipyard:limited-by';

/** In addition to the rate for writes. Checked after the token and before the body. */
export const LimitedBy = (rate: GuardedRate) => SetMetadata(LIMITED_BY, rate);

export const ANONYMOUS_RATE = 'shipyard:anonymous-rate';

/** Sets the rate for reads of this route without a token, instead of `anonymous_reads`. Null means no limit. */
export const AnonymousRate = (rate: RateName | null) => SetMetadata(ANONYMOUS_RATE, rate);

export const OPEN_ENDED = 'shipyard:open-ended';

/** A read that stays open and has a bound of its own. It is not among the reads at once. */
export const OpenEnded = () => SetMetadata(OPEN_ENDED, true);

const AT_ONCE_RETRY_SECONDS = 1;

export class RateLimits {
  readonly guesses: PasswordGuesses;
  private readonly places = new Places();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly demo: boolean,
  ) {
    this.guesses = new PasswordGuesses(limiter, this.raised(WRONG_PASSWORDS));
  }

  async take(response: ServerResponse, name: RateName, identity: string, cost = 1): Promise<void> {
    const decision = await this.limiter.take(keyOf(name, identity), this.raised(RATES[name]), cost);
    const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000));
    writeRateHeaders(response, decision, seconds);
    if (decision.allowed) return;
    throw rateLimited(`Too many requests. Wait ${seconds} s and try again.`, seconds);
  }

  /** Takes a place among those that may be open at once, until the response is closed. Throws RATE_LIMITED if none is free. */
  takePlace(response: ServerResponse, name: BoundedRate, accountId: string): void {
    if (response.destroyed) return;
    const owner = `${name} ${accountId}`;
    const most = this.demo ? AT_ONCE[name] * DEMO_FACTOR : AT_ONCE[name];
    if (this.places.take(owner, most) === null) {
      writeRateHeaders(response, { allowed: false, limit: most, remaining: 0 }, AT_ONCE_RETRY_SECONDS);
      throw rateLimited(
        `At most ${most} of these requests of an account can be open at once. Wait until one is answered.`,
        AT_ONCE_RETRY_SECONDS,
      );
    }
    response.once('close', () => this.places.leave(owner));
  }

  giveBack(name: RateName, identity: string, cost: number): Promise<void> {
    return this.limiter.giveBack(keyOf(name, identity), cost);
  }

  private raised({ limit, windowMs }: RateLimit): RateLimit {
    return { limit: this.demo ? limit * DEMO_FACTOR : limit, windowMs };
  }
}

/** Hashed, so that Redis stores neither IP addresses nor emails, and all keys have the same length. */
const keyOf = (name: RateName, identity: string) =>
  `${name}:${createHash('sha256').update(identity).digest('base64url')}`;

/** With several limits, the response shows the one that refuses, or else the one with the least remaining share. */
function writeRateHeaders(
  response: ServerResponse,
  { allowed, limit, remaining }: Pick<RateDecision, 'allowed' | 'limit' | 'remaining'>,
  resetSeconds: number,
): void {
  const shown = response.getHeader('ratelimit-limit');
  const shownShare = Number(response.getHeader('ratelimit-remaining')) / Number(shown);
  if (allowed && shown !== undefined && shownShare <= remaining / limit) return;
  for (const [name, value] of Object.entries(rateHeaders(limit, remaining, resetSeconds)))
    response.setHeader(name, value);
}
