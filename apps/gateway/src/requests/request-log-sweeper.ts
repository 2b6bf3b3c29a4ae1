import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';

const KEPT_DAYS = 90;
const EVERY_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 5_000;

/** Removes rows of the request log that are older than 90 days, a few at a time. Runs in the worker. */
@Injectable()
export class RequestLogSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('the request log', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      [, swept] = await this.dataSource.query<[unknown, number]>(SWEEP, [KEPT_DAYS]);
    }
  }
}

const SWEEP = `
  DELETE FROM request_log WHERE request_id IN (
    SELECT request_id FROM request_log WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT ${SWEPT_AT_ONCE}
  )`;
