import { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import { Gauge } from 'prom-client';
import { metrics } from './metrics';
import { sweeper } from './sweep';

const STATES = ['waiting', 'active', 'delayed'] as const;

const queueJobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue: waiting, active, or delayed until a later time. Each worker reports all of them',
  labelNames: ['queue', 'state'] as const,
  registers: [metrics],
});

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
      const counts = await queue.getJobCounts(...STATES);
      for (const state of STATES) queueJobs.set({ queue: queue.name, state }, counts[state] ?? 0);
    }
  },
});
