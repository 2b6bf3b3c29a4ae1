import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addressBlock, isWrongPassword, PasswordGuesses } from '@shipyard/auth';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { operatorErrors, rateLimited } from './operators.errors';

const WINDOW_MS = 15 * 60_000;
const FAILURES = 10;
const FAILURES_OF_GUESSED = 2;
/** The limit for one email from all addresses, and for one address against all emails. */
const FAILURES_AT_LARGE = 100;

/**
 * Attempts are counted before the password check, so parallel guesses do not get around the limit, and given back
 * unless the password was wrong. One address never uses up the attempts of another, so nobody can lock an operator out.
 */
@Injectable()
export class SignInLimits {
  private readonly guesses: PasswordGuesses;

  constructor(private readonly limiter: RateLimiter) {
    this.guesses = new PasswordGuesses(limiter, { limit: FAILURES_AT_LARGE, windowMs: WINDOW_MS });
  }

  /** `signIn` fails by throwing. Throws RATE_LIMITED after too many failures. */
  async guard<Result>(email: string, ip: string, signIn: () => Promise<Result>): Promise<Result> {
    const address = addressBlock(ip);
    const counters = [
      {
        key: keyOf('pair', `${email} ${address}`),
        limit: (await this.guesses.areMany(email)) ? FAILURES_OF_GUESSED : FAILURES,
      },
      { key: keyOf('address', address), limit: FAILURES_AT_LARGE },
    ];
    const taken: string[] = [];
    for (const { key, limit } of counters) {
      const { allowed, resetMs } = await this.limiter.take(key, { limit, windowMs: WINDOW_MS });
      if (!allowed) {
        await this.giveBack(taken);
        const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
        throw rateLimited(`Too many requests. Wait ${seconds} s and try again.`, seconds);
      }
      taken.push(key);
    }
    let isGuess = false;
    try {
      return await signIn();
    } catch (error) {
      isGuess = isWrongPassword(error, operatorErrors.LOGIN_INVALID);
      throw error;
    } finally {
      await (isGuess ? this.guesses.count(email) : this.giveBack(taken));
    }
  }

  private async giveBack(keys: string[]): Promise<void> {
    for (const key of keys) await this.limiter.giveBack(key, 1);
  }
}

/** Redis stores neither addresses nor emails. */
const keyOf = (kind: string, identity: string) =>
  `admin-log-in:${kind}:${createHash('sha256').update(identity).digest('base64url')}`;
