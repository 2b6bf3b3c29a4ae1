import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';

const EVERY_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 500;

/** Removes the answers of requests whose Idempotency-Key counts no longer. Runs in the worker. */
@Injectable()
export class KeyedCallsSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('customers’ old Idempotency-Keys', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      [, swept] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM keyed_calls WHERE claim_id IN (SELECT claim_id FROM keyed_calls WHERE expires_at <= now() LIMIT ${SWEPT_AT_ONCE})`,
      );
    }
  }
}
