import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { addressBlock, isWrongPassword } from '@shipyard/auth';
import { RateLimits } from '../limits/rate-limits';
import { accountErrors } from './accounts.errors';

/** The attempts of one IP address do not count for another, so nobody can lock an owner out. */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: RateLimits) {}

  /** Counts before `signIn` checks the password, so parallel guesses do not pass the limit. `signIn` may throw. */
  async guard<Result>(
    response: ServerResponse,
    sent: { email: string; ip: string | undefined },
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    const email = sent.email.toLowerCase();
    const rate = (await this.limits.guesses.areMany(email)) ? 'log_in_guessed_email' : 'log_in_email';
    await this.limits.take(response, rate, `${email} ${addressBlock(sent.ip ?? '')}`);
    try {
      return await signIn();
    } catch (error) {
      if (isWrongPassword(error, accountErrors.LOGIN_INVALID)) await this.limits.guesses.count(email);
      throw error;
    }
  }
}
