import { addToAll, metrics, openMetrics } from '@shipyard/platform/metrics';
import { exemplarOf, spanOfRequest } from '@shipyard/platform/tracing';
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
  enableExemplars: true,
  registers: [openMetrics],
});

const firstByte = new Histogram({
  name: 'gateway_first_byte_seconds',
  help: 'Time from the head of a /v1 request to the first byte of its answer',
  labelNames: LABELS,
  buckets: BUCKETS,
  enableExemplars: true,
  registers: [openMetrics],
});

addToAll(duration);
addToAll(firstByte);

export const droppedRows = new Counter({
  name: 'gateway_request_log_dropped_total',
  help: 'Rows of the request log that were never written, because Postgres was away for too long',
  registers: [metrics],
});

export function countRequest(row: RequestRow): void {
  const outcome = row.code ?? (row.status === 499 ? 'left' : 'ok');
  const labels = { endpoint: row.endpoint, model: row.model ?? '', route: row.route_id ?? '', outcome };
  requestsTotal.inc(labels);
  const exemplarLabels = exemplarOf(spanOfRequest(row.request_id));
  duration.observe({ labels, value: row.latency_ms / 1_000, exemplarLabels });
  if (row.first_byte_ms !== undefined) firstByte.observe({ labels, value: row.first_byte_ms / 1_000, exemplarLabels });
}
