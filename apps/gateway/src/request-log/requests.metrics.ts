import { metrics } from '@shipyard/platform/metrics';
import { Counter, Histogram } from 'prom-client';
import type { RequestRow } from './request-log.service';

/** All label values are ours: route patterns, models and routes of the catalog, error codes. */
const LABELS = ['endpoint', 'model', 'route', 'outcome'] as const;
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

const requestsTotal = new Counter({
  name: 'gateway_requests_total',
  help: 'Requests on /v1 by how they ended: ok, left, or the code of their error',
  labelNames: LABELS,
  registers: [metrics],
});

const duration = new Histogram({
  name: 'gateway_request_duration_seconds',
  help: 'Time from the head of a /v1 request to the end of its answer',
  labelNames: LABELS,
  buckets: BUCKETS,
  registers: [metrics],
});

const firstByte = new Histogram({
  name: 'gateway_first_byte_seconds',
  help: 'Time from the head of a /v1 request to the first byte of its answer',
  labelNames: LABELS,
  buckets: BUCKETS,
  registers: [metrics],
});

export const droppedRows = new Counter({
  name: 'gateway_request_log_dropped_total',
  help: 'Rows of the request log that were never written, because Postgres was away for too long',
  registers: [metrics],
});

export function countRequest(row: RequestRow): void {
  const outcome = row.code ?? (row.status === 499 ? 'left' : 'ok');
  const labels = { endpoint: row.endpoint, model: row.model ?? '', route: row.route_id ?? '', outcome };
  requestsTotal.inc(labels);
  duration.observe(labels, row.latency_ms / 1_000);
  if (row.first_byte_ms !== undefined) firstByte.observe(labels, row.first_byte_ms / 1_000);
}
