import type { RateLimit } from '@shipyard/auth';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often something may be done, and whom it is counted for. */
export interface Rate extends RateLimit {
  /** `token`: a session counts as one. `address`: all of an IPv6 /64 is one. `project`: as named by one caller, so that nobody uses up what belongs to another. */
  per: 'token' | 'address' | 'email' | 'account' | 'project';
}

export const RATES = {
  writes: { per: 'token', limit: 120, windowMs: MINUTE_MS },
  log_in_email: { per: 'email', limit: 10, windowMs: MINUTE_MS },
  log_in_address: { per: 'address', limit: 100, windowMs: MINUTE_MS },
  password_check: { per: 'account', limit: 10, windowMs: MINUTE_MS },
  registration: { per: 'address', limit: 200, windowMs: HOUR_MS },
  asset_bytes: { per: 'token', limit: 500_000_000, windowMs: HOUR_MS },
  reviews: { per: 'project', limit: 10, windowMs: 24 * HOUR_MS },
  interview_starts: { per: 'project', limit: 20, windowMs: 24 * HOUR_MS },
  interview_redemptions: { per: 'address', limit: 120, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** The demo and the suites that run on it do in a minute what a participant does in a day. */
export const DEMO_FACTOR = 100;
