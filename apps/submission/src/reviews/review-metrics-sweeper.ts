import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { reviewOldestSeconds, reviewsOpen } from './reviews.metrics';

export const reviewMetricsSweeper = sweeper({
  name: 'metrics of reviews',
  everyMs: 15_000,
  inject: [DataSource],
  async sweep(dataSource) {
    const [open] = await dataSource.query<{ queued: number; running: number; oldestSeconds: number }[]>(
      `SELECT count(*) FILTER (WHERE status = 'queued')::integer AS queued, count(*) FILTER (WHERE status = 'running')::integer AS running,
         coalesce(extract(epoch FROM now() - min(requested_at)), 0)::float8 AS "oldestSeconds"
       FROM reviews WHERE status IN ('queued', 'running')`,
    );
    reviewsOpen.set({ status: 'queued' }, open?.queued ?? 0);
    reviewsOpen.set({ status: 'running' }, open?.running ?? 0);
    reviewOldestSeconds.set(open?.oldestSeconds ?? 0);
  },
});
