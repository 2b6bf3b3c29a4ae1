import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sweepIdempotencyKeys } from '@shipyard/http';
import type { Logger } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';

const EVERY_MS = 10 * 60_000;

/** Removes the answers of requests whose Idempotency-Key counts no longer. Runs in the worker. */
@Injectable()
export class IdempotencySweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = sweepIdempotencyKeys(this.dataSource).catch((error: unknown) => this.logger.warn({ err: error }, 'Old Idempotency-Keys could not be removed'));
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }
}
