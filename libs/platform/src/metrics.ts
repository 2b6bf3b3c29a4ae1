import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer, by route pattern',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

export const databaseQueries = new Counter({
  name: 'database_queries_total',
  help: 'Statements that were sent to Postgres, those that begin and end transactions too',
  registers: [metrics],
});

/** Has probes too, because a worker has no other port. */
export function startMetricsServer(
  port: number,
  host: string,
  service: string,
  isReady: () => boolean,
): Promise<Server> {
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metrics });
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
    metrics.metrics().then(
      (body) => response.writeHead(200, { 'content-type': metrics.contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
