import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';
import { ReviewsService } from './reviews.service';

const EVERY_MS = 2_000;
const AT_ONCE = 100;

/** Finds reviews without a worker: rows whose job was lost, and runs whose heartbeats have stopped. */
@Injectable()
export class ReviewSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    private readonly reviews: ReviewsService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('reviews', EVERY_MS, () => this.requeue(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async requeue(): Promise<void> {
    await this.dataSource.query(
      `UPDATE reviews SET status = 'queued', run = run + 1, lost_runs = lost_runs + 1, stage = 'collecting', progress = 0, heartbeat_at = NULL, next_run_at = now()
       WHERE status = 'running' AND heartbeat_at < now() - interval '10 seconds'`,
    );
    const waiting = await this.dataSource.query<{ reviewId: string; run: number }[]>(
      `SELECT id AS "reviewId", run FROM reviews WHERE status = 'queued' AND next_run_at <= now() - interval '2 seconds'
       ORDER BY next_run_at LIMIT $1`,
      [AT_ONCE],
    );
    // The queue ignores a job that it still has.
    for (const job of waiting) if (!(await this.reviews.enqueue(job))) return;
  }
}
