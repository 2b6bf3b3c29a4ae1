import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import { PasswordGuesses, type RateDecision, type RateLimit, type RateLimiter } from '@shipyard/auth';
import { limitErrors } from './limits.errors';
import { DEMO_FACTOR, type RateName, RATES, WRONG_PASSWORDS } from './rates';

export const LIMITED_BY = 'shipyard:limited-by';

/** A route that counts for this rate, beside the one for all writes. Looked at after the token and before the body. */
export const LimitedBy = (rate: RateName) => SetMetadata(LIMITED_BY, rate);

export const ANONYMOUS_RATE = 'shipyard:anonymous-rate';

/** What a read of this route without a token counts for, in place of `anonymous_reads`; null: nothing. */
export const AnonymousRate = (rate: RateName | null) => SetMetadata(ANONYMOUS_RATE, rate);

/** Counts what is done against the rates, and tells the caller how much is left. */
export class RateLimits {
  /** Wrong passwords, by email. */
  readonly guesses: PasswordGuesses;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly demo: boolean,
  ) {
    this.guesses = new PasswordGuesses(limiter, this.raised(WRONG_PASSWORDS));
  }

  /** Counts `cost` for `identity` and writes the headers, or refuses with RATE_LIMITED. */
  async take(response: ServerResponse, name: RateName, identity: string, cost = 1): Promise<void> {
    const decision = await this.limiter.take(keyOf(name, identity), this.raised(RATES[name]), cost);
    const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000));
    tell(response, decision, seconds);
    if (decision.allowed) return;
    throw limitErrors.RATE_LIMITED({
      message: `That was too much in too short a time. Try again in ${seconds} s.`,
      details: { retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds) },
    });
  }

  /** For what was taken and not used. */
  giveBack(name: RateName, identity: string, cost: number): Promise<void> {
    return this.limiter.giveBack(keyOf(name, identity), cost);
  }

  private raised({ limit, windowMs }: RateLimit): RateLimit {
    return { limit: this.demo ? limit * DEMO_FACTOR : limit, windowMs };
  }
}

/** Hashed: neither an address nor an email is kept in Redis, and no key is longer than another. */
const keyOf = (name: RateName, identity: string) => `${name}:${createHash('sha256').update(identity).digest('base64url')}`;

/** Of several limits, the answer shows the one that refuses, else the one that is nearest to its end. */
function tell(response: ServerResponse, { allowed, limit, remaining }: RateDecision, resetSeconds: number): void {
  const shown = response.getHeader('ratelimit-limit');
  const shownShare = Number(response.getHeader('ratelimit-remaining')) / Number(shown);
  if (allowed && shown !== undefined && shownShare <= remaining / limit) return;
  response.setHeader('ratelimit-limit', String(limit));
  response.setHeader('ratelimit-remaining', String(remaining));
  response.setHeader('ratelimit-reset', String(resetSeconds));
}
