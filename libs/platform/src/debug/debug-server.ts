import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import v8 from 'node:v8';
import { poolFacts, queueFacts } from './debug-facts';

/** Only people on this machine may ask, whatever METRICS_HOST says: a heap snapshot holds secrets. */
const HOST = '127.0.0.1';
/** A tunnel may have another port at the other end. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i;
const QUEUES_WITHIN_MS = 2_000;
const SAMPLED_EVERY_MS = 10;

type Answer = () => unknown;

export function startDebugServer(port: number): Promise<Server> {
  const eventLoop = watchEventLoop();
  let isWritingSnapshot = false;

  const answers: Record<string, Answer> = {
    'GET /event-loop': eventLoop.read,
    'GET /heap': () => ({ ...v8.getHeapStatistics(), spaces: v8.getHeapSpaceStatistics(), ...process.memoryUsage() }),
    'GET /pools': async () => ({ postgres: poolFacts(), queues: await queueFacts(QUEUES_WITHIN_MS) }),
  };

  const writeSnapshot = async (response: ServerResponse) => {
    if (isWritingSnapshot) return answer(response, 409, { error: 'A snapshot is being written. Wait for its end' });
    isWritingSnapshot = true;
    try {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      await pipeline(v8.getHeapSnapshot(), response);
    } finally {
      isWritingSnapshot = false;
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (isForeign(request)) return answer(response, 403, { error: 'Ask at 127.0.0.1 or localhost, not from a page' });
    const asked = `${request.method} ${request.url}`;
    if (asked === 'POST /heap-snapshot') return writeSnapshot(response);
    const find = answers[asked];
    if (find === undefined) return answer(response, 404, { paths: [...Object.keys(answers), 'POST /heap-snapshot'] });
    answer(response, 200, await find());
  };

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  server.once('close', eventLoop.end);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve(server));
  });
}

/** A reading is about the time since the last one, so that two readings show what happened between them. */
function watchEventLoop() {
  const delays = monitorEventLoopDelay({ resolution: SAMPLED_EVERY_MS });
  delays.enable();
  let last = performance.eventLoopUtilization();
  const ms = (nanos: number) => (Number.isFinite(nanos) ? Math.round(nanos / 1_000) / 1_000 : null);
  const read = () => {
    const { utilization } = performance.eventLoopUtilization(last);
    const [mean, p50, p99, max] = [delays.mean, delays.percentile(50), delays.percentile(99), delays.max].map(ms);
    delays.reset();
    last = performance.eventLoopUtilization();
    return { delay_ms: { mean, p50, p99, max }, utilization };
  };
  return { read, end: () => void delays.disable() };
}

/** A page in a browser of this machine could reach the port too, under a name of its own that leads to 127.0.0.1. */
function isForeign({ headers }: IncomingMessage): boolean {
  return !OWN_HOST.test(headers.host ?? '') || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}
