import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sweepIdempotencyKeys } from '@shipyard/http';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';

const EVERY_MS = 10 * 60_000;

/** Removes the answers of requests whose Idempotency-Key counts no longer. Runs in the worker. */
@Injectable()
export class IdempotencySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('operators’ old Idempotency-Keys', EVERY_MS, () => sweepIdempotencyKeys(dataSource), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }
}
