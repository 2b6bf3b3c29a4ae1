import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';

export const metrics = new Registry();

/** For histograms with exemplars, which prom-client allows here only. `addToAll` puts them among the others. */
export const openMetrics = new Registry<OpenMetricsContentType>();
openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

let defaultLabels: Record<string, string> = {};

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer, by route pattern',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  enableExemplars: true,
  registers: [openMetrics],
});
addToAll(httpDuration);

export const databaseQueries = new Counter({
  name: 'database_queries_total',
  help: 'Statements that were sent to Postgres, those that begin and end transactions too',
  registers: [metrics],
});

/** Adds a histogram of `openMetrics` to what is served without exemplars. */
export function addToAll(histogram: Histogram<string>): void {
  metrics.registerMetric(histogram);
}

/** Has probes too, because a worker has no other port. */
export function startMetricsServer(
  port: number,
  host: string,
  service: string,
  isReady: () => boolean,
): Promise<Server> {
  defaultLabels = { service };
  metrics.setDefaultLabels(defaultLabels);
  collectProcessMetrics();
  const probes: Record<string, () => boolean> = { '/health': () => true, '/readyz': isReady };
  const server = createServer((request, response) => {
    const probe = probes[request.url ?? ''];
    if (request.method === 'GET' && probe) {
      response.writeHead(probe() ? 200 : 503).end();
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const served = wantsOpenMetrics(request) ? inOpenMetrics() : metrics;
    served.metrics().then(
      (body) => response.writeHead(200, { 'content-type': served.contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** The 10 ms of prom-client wake an idle process a hundred times a second. */
const LOOP_SAMPLED_EVERY_MS = 100;

/** Seconds. A scrape forgets the samples, and until the next one prom-client reports NaN and some 9 billion. */
export function loopLag(sampledSeconds: number): number {
  const lag = sampledSeconds - LOOP_SAMPLED_EVERY_MS / 1_000;
  return lag > 0 && lag < 1e9 ? lag : 0;
}

type SetLabeled = (labels: object, value: number) => void;

function collectProcessMetrics(): void {
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: LOOP_SAMPLED_EVERY_MS });
  // prom-client reports the time between two samples. What exceeds the interval is the lag.
  for (const figure of ['min', 'max', 'mean', 'p50', 'p90', 'p99']) {
    const lag = metrics.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`) as Gauge;
    const report = lag.set.bind(lag) as SetLabeled;
    const reportLag: SetLabeled = (labels, seconds) => report(labels, loopLag(seconds));
    lag.set = reportLag as Gauge['set'];
  }
}

/** Prometheus lists both formats, and asks for exemplars by this one. */
const wantsOpenMetrics = ({ headers }: IncomingMessage) =>
  headers.accept?.includes('application/openmetrics-text') ?? false;

function inOpenMetrics(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  registry.setDefaultLabels(defaultLabels);
  for (const metric of metrics.getMetricsAsArray() as unknown as Metric[])
    // prom-client takes `_total` off the names of counters for good, so it gets a counter that inherits from ours.
    registry.registerMetric(metric instanceof Counter ? (Object.create(metric) as Metric) : metric);
  return registry;
}
