import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { RateLimits } from '../limits/rate-limits';

/** Counts requests per email and IP address, whether the email has an account or not. */
@Injectable()
export class ResetLimits {
  constructor(private readonly limits: RateLimits) {}

  async take(response: ServerResponse, { email, ip }: { email: string; ip: string | undefined }): Promise<void> {
    await this.limits.take(response, 'reset_requests_email', `${email.toLowerCase()} ${addressBlock(ip ?? '')}`);
  }
}
