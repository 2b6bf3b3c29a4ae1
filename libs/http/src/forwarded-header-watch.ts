import type { Server } from 'node:http';
import type { Logger } from '@shipyard/platform/logger';

const LOGGED_EVERY_MS = 60_000;
const WARNS_FOR_MS = 600_000;

const WARNING =
  'X-Forwarded-For arrives, but TRUSTED_PROXIES is not set, so all clients behind a proxy count as one. Set TRUSTED_PROXIES to the addresses of the proxy.';

export interface ForwardedHeaderTerms {
  NODE_ENV: string;
  TRUSTED_PROXIES: readonly string[];
}

/** Detects a proxy that TRUSTED_PROXIES does not name. */
export class ForwardedHeaderWatch {
  private seenAt = -Infinity;
  private loggedAt = -Infinity;

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Call it after all other request listeners were added. */
  watch(server: Server, { NODE_ENV, TRUSTED_PROXIES }: ForwardedHeaderTerms): void {
    if (NODE_ENV !== 'production' || TRUSTED_PROXIES.length > 0) return;
    server.prependListener('request', ({ headers }) => {
      if (headers['x-forwarded-for'] !== undefined) this.recordHeader();
    });
  }

  warnings(): string[] {
    return this.now() - this.seenAt < WARNS_FOR_MS ? [WARNING] : [];
  }

  private recordHeader(): void {
    this.seenAt = this.now();
    if (this.seenAt - this.loggedAt < LOGGED_EVERY_MS) return;
    this.loggedAt = this.seenAt;
    this.logger.warn(WARNING);
  }
}
