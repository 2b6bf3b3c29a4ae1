import type { RateLimit } from '@shipyard/platform/rate-limiter';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Rate extends RateLimit {
  /**
   * `token` includes sessions. `address` is an IP address or an IPv6 /64. `project` is per caller. Others are counted
   * together with their caller, so that nobody can use up another's limit.
   */
  per: 'token' | 'address' | 'email and address' | 'account' | 'account and address' | 'project';
}

export const RATES = {
  writes: { per: 'token', limit: 120, windowMs: MINUTE_MS },
  log_in_email: { per: 'email and address', limit: 10, windowMs: MINUTE_MS },
  log_in_guessed_email: { per: 'email and address', limit: 1, windowMs: MINUTE_MS },
  log_in_address: { per: 'address', limit: 100, windowMs: MINUTE_MS },
  password_check: { per: 'account and address', limit: 10, windowMs: MINUTE_MS },
  reset_requests: { per: 'address', limit: 100, windowMs: HOUR_MS },
  reset_requests_email: { per: 'email and address', limit: 5, windowMs: HOUR_MS },
  confirmations: { per: 'address', limit: 60, windowMs: MINUTE_MS },
  confirm_requests: { per: 'account', limit: 5, windowMs: HOUR_MS },
  email_changes: { per: 'account', limit: 5, windowMs: HOUR_MS },
  resets: { per: 'address', limit: 60, windowMs: MINUTE_MS },
  token_reads: { per: 'account', limit: 1_200, windowMs: MINUTE_MS },
  assistant_calls: { per: 'account', limit: 1_200, windowMs: MINUTE_MS },
  anonymous_reads: { per: 'address', limit: 600, windowMs: MINUTE_MS },
  anonymous_images: { per: 'address', limit: 6_000, windowMs: MINUTE_MS },
  sitemaps: { per: 'address', limit: 60, windowMs: MINUTE_MS },
  slug_checks: { per: 'address', limit: 300, windowMs: MINUTE_MS },
  drawn_images: { per: 'address', limit: 120, windowMs: MINUTE_MS },
  searches: { per: 'address', limit: 60, windowMs: MINUTE_MS },
  registration: { per: 'address', limit: 200, windowMs: HOUR_MS },
  asset_bytes: { per: 'token', limit: 500_000_000, windowMs: HOUR_MS },
  reviews: { per: 'project', limit: 10, windowMs: 24 * HOUR_MS },
  interview_starts: { per: 'project', limit: 20, windowMs: 24 * HOUR_MS },
  exports: { per: 'account', limit: 5, windowMs: HOUR_MS },
  reports: { per: 'address', limit: 10, windowMs: HOUR_MS },
  device_requests: { per: 'address', limit: 100, windowMs: HOUR_MS },
  device_codes: { per: 'account', limit: 30, windowMs: HOUR_MS },
  client_registrations: { per: 'address', limit: 100, windowMs: HOUR_MS },
  token_requests: { per: 'address', limit: 600, windowMs: MINUTE_MS },
  interview_redemptions: { per: 'address', limit: 120, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** The rates that `@LimitedBy` can count. The others need what only the service knows, so it calls `take()` itself. */
export type GuardedRate = {
  [Name in RateName]: (typeof RATES)[Name]['per'] extends 'token' | 'address' | 'account' | 'project' ? Name : never;
}[RateName];

/** Wrong passwords for one email from all addresses. Beyond this, `log_in_guessed_email` replaces `log_in_email`. */
export const WRONG_PASSWORDS = { limit: 100, windowMs: HOUR_MS } satisfies RateLimit;

/** Mails about signing in to one address, counted over all accounts that have or had it. */
export const ADDRESS_MAILS = { anHour: 5, aDay: 10 };

/** Mails to the guardian of an account that its holder can cause. */
export const GUARDIAN_MAILS_A_DAY = 3;

/** How many of these an account may have open at once, at each process. */
export const AT_ONCE = { token_reads: 8, assistant_calls: 8 } as const satisfies Partial<Record<RateName, number>>;
export type BoundedRate = keyof typeof AT_ONCE;

export const RENDER_TIME = { limit: 60_000, windowMs: HOUR_MS } satisfies RateLimit;

/** The demo and its test suites do in a minute what a participant does in a day. */
export const DEMO_FACTOR = 100;
