import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 60 * 60_000;
const KEPT_DAYS = 30;
const AT_ONCE = 100;

/** Clears the README of a review 30 days after its end. The hash stays, so unchanged content is still recognized. */
@Injectable()
export class SnapshotSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('READMEs of ended reviews', EVERY_MS, () => this.emptyOld(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  /** Works in batches with SKIP LOCKED, so that no request waits long for a row. */
  private async emptyOld(): Promise<void> {
    let emptied: number;
    do {
      [, emptied] = await this.dataSource.query<[unknown[], number]>(
        `UPDATE reviews SET snapshot_readme = '' WHERE id IN (
           SELECT id FROM reviews WHERE finished_at < now() - make_interval(days => $1) AND snapshot_readme <> '' LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [KEPT_DAYS, AT_ONCE],
      );
    } while (emptied === AT_ONCE);
  }
}
