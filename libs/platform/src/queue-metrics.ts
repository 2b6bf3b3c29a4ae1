import { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import { Gauge } from 'prom-client';
import { withTimeout } from './cancellation';
import { metrics } from './metrics';
import { sweeper } from './sweep';

const STATES = ['waiting', 'active', 'delayed'] as const;

const queueJobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue: waiting, active, or delayed until a later time. Each worker reports all of them',
  labelNames: ['queue', 'state'] as const,
  registers: [metrics],
});

/** A stop waits for the sweep, and a Redis that hangs never answers. */
const COUNT_WITHIN_MS = 2_000;

/** Counts the jobs of each queue of the process. Without the queue's server, the last figures stay. */
export const queueMetricsSweeper = sweeper({
  name: 'metrics of queues',
  everyMs: 15_000,
  inject: [DiscoveryService],
  async sweep(discovery) {
    const queues = discovery
      .getProviders()
      .map(({ instance }: { instance: unknown }) => instance)
      .filter((instance) => instance instanceof Queue);
    for (const queue of new Set(queues)) {
      const counting = queue.getJobCounts(...STATES);
      const counts = await withTimeout(counting, COUNT_WITHIN_MS, () => new Error('The queue did not count in time'));
      for (const state of STATES) queueJobs.set({ queue: queue.name, state }, counts[state] ?? 0);
    }
  },
});
