import { metrics } from '@shipyard/platform/metrics';
import { Counter, Gauge } from 'prom-client';

export const partitionFailures = new Counter({
  name: 'gateway_partition_failures_total',
  help: 'Rounds in which partitions could not be made or dropped; the next round tries again',
  registers: [metrics],
});

export const partitionsUntil = new Gauge({
  name: 'gateway_partitions_until_timestamp_seconds',
  help: 'Up to when a table has partitions, as of the last round of the worker',
  labelNames: ['table'] as const,
  registers: [metrics],
});
