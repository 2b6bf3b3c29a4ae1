import type { RateLimit } from '@shipyard/auth';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often something may be done, and whom it is counted for. */
export interface Rate extends RateLimit {
  /**
   * `token`: a session counts as one. `address`: an IPv6 /64 counts as one. `project`: as named by one caller.
   * Emails, accounts and projects are counted with their caller, so that nobody uses up what belongs to somebody else.
   */
  per: 'token' | 'address' | 'email and address' | 'account and address' | 'project';
}

export const RATES = {
  writes: { per: 'token', limit: 120, windowMs: MINUTE_MS },
  log_in_email: { per: 'email and address', limit: 10, windowMs: MINUTE_MS },
  log_in_guessed_email: { per: 'email and address', limit: 1, windowMs: MINUTE_MS },
  log_in_address: { per: 'address', limit: 100, windowMs: MINUTE_MS },
  password_check: { per: 'account and address', limit: 10, windowMs: MINUTE_MS },
  anonymous_reads: { per: 'address', limit: 600, windowMs: MINUTE_MS },
  anonymous_images: { per: 'address', limit: 6_000, windowMs: MINUTE_MS },
  searches: { per: 'address', limit: 60, windowMs: MINUTE_MS },
  registration: { per: 'address', limit: 200, windowMs: HOUR_MS },
  asset_bytes: { per: 'token', limit: 500_000_000, windowMs: HOUR_MS },
  reviews: { per: 'project', limit: 10, windowMs: 24 * HOUR_MS },
  interview_starts: { per: 'project', limit: 20, windowMs: 24 * HOUR_MS },
  interview_redemptions: { per: 'address', limit: 120, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** Wrong passwords for one email, from all addresses together. Beyond it, `log_in_guessed_email` takes the place of `log_in_email`. */
export const WRONG_PASSWORDS = { limit: 100, windowMs: HOUR_MS } satisfies RateLimit;

/** The CPU time in milliseconds that the documents of one account may take to render, over all replicas. */
export const RENDER_TIME = { limit: 60_000, windowMs: HOUR_MS } satisfies RateLimit;

/** The demo and the suites that run on it do in a minute what a participant does in a day. */
export const DEMO_FACTOR = 100;
