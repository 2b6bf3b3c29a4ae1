import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';

const EVERY_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 500;

/** Removes the answers of requests whose Idempotency-Key counts no longer. Runs in the worker. */
@Injectable()
export class KeyedCallsSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweep().catch((error: unknown) => this.logger.warn({ err: error }, 'Old Idempotency-Keys could not be swept'));
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  async sweep(): Promise<void> {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      [, swept] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM keyed_calls WHERE claim_id IN (SELECT claim_id FROM keyed_calls WHERE expires_at <= now() LIMIT ${SWEPT_AT_ONCE})`,
      );
    }
  }
}
