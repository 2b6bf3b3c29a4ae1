import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimiter } from '@shipyard/auth';
import { HttpError } from '@shipyard/http';
import { operatorErrors } from './operators.errors';

const WINDOW_MS = 15 * 60_000;
const FAILURES = 10;
/** Against who guesses at one email from many addresses, or at many emails from one. */
const FAILURES_AT_LARGE = 100;

/**
 * Slows who guesses passwords. What is counted are failures: each try is counted before its password is looked at,
 * so that many at once are no way round, and given back when it was right, or was not looked at because something of ours failed.
 */
@Injectable()
export class LogInLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** Runs a log-in, which fails by throwing. Throws RATE_LIMITED after too many failures. */
  async guard<Result>(email: string, address: string, logIn: () => Promise<Result>): Promise<Result> {
    const counters = [
      { key: keyOf('pair', `${email} ${address}`), limit: FAILURES },
      { key: keyOf('email', email), limit: FAILURES_AT_LARGE },
      { key: keyOf('address', address), limit: FAILURES_AT_LARGE },
    ];
    const taken: string[] = [];
    for (const { key, limit } of counters) {
      const { allowed, resetMs } = await this.limiter.take(key, { limit, windowMs: WINDOW_MS });
      if (!allowed) {
        await this.giveBack(taken);
        throw rateLimited(Math.max(1, Math.ceil(resetMs / 1_000)));
      }
      taken.push(key);
    }
    try {
      const result = await logIn();
      await this.giveBack(taken);
      return result;
    } catch (error) {
      if (!isLogInInvalid(error)) await this.giveBack(taken);
      throw error;
    }
  }

  private async giveBack(keys: string[]): Promise<void> {
    for (const key of keys) await this.limiter.giveBack(key, 1);
  }
}

const isLogInInvalid = (error: unknown) => error instanceof HttpError && error.code === operatorErrors.LOGIN_INVALID.code;

/** Hashed: neither an address nor an email is kept in Redis. */
const keyOf = (kind: string, identity: string) => `admin-log-in:${kind}:${createHash('sha256').update(identity).digest('base64url')}`;

function rateLimited(seconds: number): Error {
  return operatorErrors.RATE_LIMITED({
    message: `That was too much in too short a time. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
