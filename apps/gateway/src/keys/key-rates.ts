import type { ServerResponse } from 'node:http';
import { HttpError } from '@shipyard/http';
import type { KeyLimitsService, LimitedKey, RateHeaders } from '../limits';

const LIMIT_HEADERS = ['x-ratelimit-limit-requests', 'x-ratelimit-limit-tokens'];

export class KeyRates {
  constructor(
    private readonly key: LimitedKey,
    private readonly limits: KeyLimitsService,
    private readonly response: ServerResponse,
  ) {}

  write(rates: RateHeaders): void {
    if (this.response.headersSent) return;
    for (const [name, value] of Object.entries(rates)) this.response.setHeader(name, value);
  }

  /** Writes the present limits, unless the response has them or `error` brings them. */
  async writeCurrent(error?: unknown): Promise<void> {
    const { rpm, tpm, customerLimits: most } = this.key;
    if ((rpm ?? tpm ?? most.rpm ?? most.tpm) === null || this.isWritten() || hasRates(error)) return;
    const rates = await this.limits.ratesOf(this.key);
    if (!this.isWritten()) this.write(rates);
  }

  private isWritten(): boolean {
    return this.response.headersSent || LIMIT_HEADERS.some((name) => this.response.hasHeader(name));
  }
}

const hasRates = (error: unknown) =>
  error instanceof HttpError && LIMIT_HEADERS.some((name) => error.particulars.headers?.[name] !== undefined);
