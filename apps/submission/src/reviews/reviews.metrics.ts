import { metrics } from '@shipyard/platform/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Review } from './review.entity';

const OUTCOMES = ['recommended', 'declined', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

const reviewsTotal = new Counter({
  name: 'reviews_total',
  help: 'Reviews that ended, by outcome: recommended, declined or failed',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

const reviewSeconds = new Histogram({
  name: 'review_duration_seconds',
  help: 'Time from the request of a review to its end',
  labelNames: ['outcome'] as const,
  buckets: [1, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400],
  registers: [metrics],
});

export const reviewRunsFailed = new Counter({
  name: 'review_runs_failed_total',
  help: 'Runs of reviews that failed, by kind; most are tried again',
  labelNames: ['kind'] as const,
  registers: [metrics],
});

export const reviewsOpen = new Gauge({
  name: 'reviews_open',
  help: 'Reviews that wait (queued) or run (running)',
  labelNames: ['status'] as const,
  registers: [metrics],
});

export const reviewOldestSeconds = new Gauge({
  name: 'review_oldest_open_seconds',
  help: 'Age of the oldest review that has not ended; 0 without one',
  registers: [metrics],
});

// Prometheus misses the increase of a series that does not start at zero.
for (const outcome of OUTCOMES) reviewsTotal.inc({ outcome }, 0);

export function countReview({ requestedAt }: Pick<Review, 'requestedAt'>, outcome: Outcome): void {
  reviewsTotal.inc({ outcome });
  reviewSeconds.observe({ outcome }, (Date.now() - requestedAt.getTime()) / 1_000);
}
