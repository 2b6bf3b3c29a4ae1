import { plannedOnce } from '@shipyard/platform/database';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { ReviewsService } from './reviews.service';

const AT_ONCE = 100;

/** Queues reviews without a worker again: rows whose job was lost, and runs whose heartbeats have stopped. */
export const reviewSweeper = sweeper({
  name: 'reviews',
  everyMs: 2_000,
  inject: [DataSource, ReviewsService],
  async sweep(dataSource, reviews) {
    const waiting = await dataSource.query<{ reviewId: string; run: number }[]>(
      plannedOnce(`WITH lost AS (
         UPDATE reviews SET status = 'queued', run = run + 1, lost_runs = lost_runs + 1, stage = 'collecting', progress = 0, heartbeat_at = NULL, next_run_at = now()
         WHERE status = 'running' AND heartbeat_at < now() - interval '10 seconds'
       )
       SELECT id AS "reviewId", run FROM reviews WHERE status = 'queued' AND next_run_at <= now() - interval '2 seconds'
       ORDER BY next_run_at LIMIT $1`),
      [AT_ONCE],
    );
    // The queue ignores a job that it still has.
    for (const job of waiting) if (!(await reviews.enqueue(job))) return;
  },
});
