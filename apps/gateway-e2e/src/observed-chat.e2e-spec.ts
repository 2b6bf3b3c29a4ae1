import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePort } from '@shipyard/stack';
import {
  callApi,
  CANARY,
  type CollectedSpan,
  documentedFetch,
  fakeCatalog,
  type FakeSupplier,
  startFakeSupplier,
  type SupplierBehavior,
  type TestStack,
  TraceCollector,
  UndocumentedAnswer,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { metricsOf, queuesAt } from './gateway-metrics';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';
import { addSandboxImageModel } from './sandbox-image-model';

/** `npm run soak` uses more. */
const LEFT_STREAMS = Number(process.env.LEFT_STREAMS ?? 300);
const SECRET = 'a-word-that-must-stay-between-us';

/** Chat is handled before Express, so its logs and metrics, and its end on shutdown, are tested separately. */
describe('observability of chat and of image jobs', () => {
  let collector: TraceCollector;
  let debugPort: number;
  let supplier: FakeSupplier;
  let stack: TestStack;
  let owner: Admin;

  beforeAll(async () => {
    collector = await TraceCollector.open();
    debugPort = await pickFreePort(4);
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      catalog: fakeCatalog(supplier),
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, DEBUG_PORT: String(debugPort), ...REPLICA_KEYS },
    });
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
    await collector.close();
  });

  const ask = (body: object = {}, url = stack.gatewayUrl) =>
    callApi(url, 'POST', '/v1/chat/completions?of=interest', {
      token: stack.credentials.enterprise_key,
      json: { model: 'fake-chat', messages: [{ role: 'user', content: SECRET }], ...body },
    });
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';
  const log = () => readFile(path.join(stack.dataDir, 'logs/gateway.log'), 'utf8');

  it('logs one line per request, however it ended, without its content', async () => {
    supplier.script({ kind: 'answer' }, { kind: 'answer' }, { kind: 'status', status: 500 });
    const answers = [
      await ask(),
      await ask({ stream: true }),
      await ask(),
      await ask({ model: 'none' }),
      await ask({ messages: 7 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 502, 404, 400]);
    const lines = (text: string, answer: { headers: Headers }) =>
      text.split('\n').filter((line) => line.includes(idOf(answer)) && line.includes('"msg":"request"'));
    const text = await waitUntil(log, (written) => answers.every((answer) => lines(written, answer).length > 0));
    for (const answer of answers) {
      expect(lines(text, answer).map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({
          method: 'POST',
          path: '/v1/chat/completions',
          status: answer.status,
          request_id: idOf(answer),
          ms: expect.any(Number) as number,
        }),
      ]);
    }
    for (const word of [
      SECRET,
      'Hello',
      'of=interest',
      stack.credentials.enterprise_key,
      supplier.apiKey,
      `Trouble at ${CANARY}`,
    ])
      expect(text).not.toContain(word);
  });

  it('counts requests, time, units and cost, by model, route and outcome', async () => {
    const before = await readMetrics();
    supplier.script({ kind: 'answer' }, { kind: 'answer' }, { kind: 'status', status: 500 });
    for (const body of [{}, { stream: true }, {}]) await ask(body);
    const grown = async () => {
      const now = await readMetrics();
      return (name: string, ...labels: string[]) => sumOf(now, name, labels) - sumOf(before, name, labels);
    };
    const chat = ['endpoint="POST /v1/chat/completions"', 'model="fake-chat"'];
    const count = await waitUntil(grown, (by) => by('gateway_requests_total', ...chat) === 3);
    const [{ route_id: routeId } = {}] = await stack.query(
      'gateway',
      `SELECT id AS route_id FROM model_routes WHERE model_id = 'fake-chat'`,
    );
    const route = `route="${String(routeId)}"`;
    for (const name of ['gateway_requests_total', 'gateway_request_duration_seconds_count']) {
      expect([
        count(name, ...chat, route, 'outcome="ok"'),
        count(name, ...chat, route, 'outcome="upstream_error"'),
      ]).toEqual([2, 1]);
    }
    expect(count('gateway_first_byte_seconds_count', ...chat, 'outcome="ok"')).toBe(2);
    const units = (type: string) => count('gateway_units_total', 'model="fake-chat"', route, `unit_type="${type}"`);
    expect([units('input_1k_tokens'), units('output_1k_tokens')]).toEqual([22, 8]);
    expect(count('gateway_cost_nano_cny_total', 'model="fake-chat"', route)).toBe(2 * 46_000);
  });

  it('shows the job of an image task as part of its request, with a span for the supplier that it asked', async () => {
    const model = await addSandboxImageModel(owner);
    const submitted = await waitUntil(
      () =>
        callApi<{ id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
          token: stack.credentials.enterprise_key,
          json: { model, prompt: SECRET },
        }),
      ({ status }) => status === 202,
    );
    await stack.waitForTask(submitted.body.id);
    const isAsked = ({ service, name }: CollectedSpan) => service === 'gateway-worker' && name === 'ask supplier';
    const spans = await collector.until((sent) => sent.some(isAsked) && rootOf(sent, sent.find(isAsked)) !== undefined);
    const asked = spans.find(isAsked);
    const job = spans.find(({ spanId }) => spanId === asked?.parentSpanId);
    const request = rootOf(spans, asked);
    expect([request, job, asked].map((span) => [span?.service, span?.name, span?.status.code ?? 0])).toEqual([
      ['gateway', 'POST /v1/images/tasks', 0],
      ['gateway-worker', 'process image-tasks', 0],
      ['gateway-worker', 'ask supplier', 0],
    ]);
    expect([request, job].map((span) => span?.attributes['shipyard.request_id'])).toEqual(
      Array(2).fill(idOf(submitted)),
    );
    expect(asked?.attributes).toMatchObject({
      'shipyard.supplier_id': 'suite-sandbox',
      'shipyard.outcome': 'answered',
    });
    expect(collector.bodies.join('\n')).not.toContain(SECRET);
  });

  it('opens the debug port of each process, on loopback only', async () => {
    for (const port of [debugPort + 2, debugPort + 3]) expect(await queuesAt(port)).toContain('image-tasks');
    for (const { address, family, internal } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
      if (family === 'IPv4' && !internal)
        await expect(queuesAt(debugPort + 2, address)).rejects.toThrow('fetch failed');
  });

  it('completes its streams when the process is stopping, which reports it and then accepts no more', async () => {
    const patient = { connect_ms: 5_000, first_byte_ms: 60_000, idle_ms: 60_000, total_ms: 120_000 };
    await owner.do('PATCH', `/suppliers/${encodeURIComponent(`fake-${CANARY}`)}`, { timeouts: patient });
    const leaving = await GatewayReplica.start(stack, {});
    let answerNow = () => {};
    const gate = new Promise<void>((resolve) => (answerNow = resolve));
    const calls = supplier.calls.length;
    supplier.script({ kind: 'answer', after: gate }, { kind: 'answer', after: gate });
    const streams = [ask({ stream: true }, leaving.url), ask({ stream: true }, leaving.url)];
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count === calls + 2,
    );
    const ended = leaving.end('SIGTERM');
    await waitUntil(
      () => callApi(leaving.url, 'GET', '/readyz'),
      ({ status }) => status === 503,
    );
    const isShut = () =>
      callApi(leaving.url, 'GET', '/health', { headers: { connection: 'close' } }).then(
        () => false,
        (error: unknown) => {
          if (error instanceof UndocumentedAnswer) throw error;
          return true;
        },
      );
    await waitUntil(isShut, (shut) => shut);
    answerNow();
    for (const { status, text, headers } of await Promise.all(streams)) {
      expect([status, text.trimEnd().endsWith('data: [DONE]')]).toEqual([200, true]);
      expect(
        await stack.query('gateway', 'SELECT FROM ledger_entries WHERE request_id = $1', [headers.get('x-request-id')]),
      ).toHaveLength(2);
    }
    await ended;
    expect(leaving.exitCode).toBe(0);
  });

  it('continues while the object store is unavailable, which readiness reports', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shipyard-store-'));
    const replica = await GatewayReplica.start(stack, { DATA_DIR: dataDir });
    const readiness = () => callApi<{ status: string; checks: Record<string, string> }>(replica.url, 'GET', '/readyz');
    expect((await readiness()).status).toBe(200);
    await rm(dataDir, { recursive: true });
    const { status, body } = await readiness();
    expect([status, body.status, body.checks.store, body.checks.postgres]).toEqual([503, 'down', 'failed', 'ok']);
    expect((await callApi(replica.url, 'GET', '/health')).status).toBe(200);
    expect((await ask({}, replica.url)).status).toBe(200);
    await replica.end('SIGTERM');
    expect(replica.exitCode).toBe(0);
  });

  it(`keeps nothing of ${LEFT_STREAMS} streams that their clients left`, async () => {
    const leaveOne = async () => {
      const { body } = await documentedFetch(`${stack.gatewayUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stack.credentials.enterprise_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: SECRET }], stream: true }),
      });
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
    };
    const oldSpace = async () => sumOf(await readMetrics(), 'nodejs_heap_space_size_used_bytes', ['space="old"']);
    const kept: number[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      const streams = LEFT_STREAMS / 3;
      const silent: SupplierBehavior = { kind: 'answer', stream: { breakAfter: { words: 1, how: 'stall' } } };
      supplier.script(...Array.from({ length: streams }, () => silent));
      let left = 0;
      // The minimum, because memory is also high before a collection.
      let least = Infinity;
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          for (left += 1; left <= streams; left += 1) {
            await leaveOne();
            if (left % 100 === 0) least = Math.min(least, await oldSpace());
          }
        }),
      );
      await waitUntil(
        () => owner.do<{ items: { in_flight: number }[] }>('GET', '/health/routes'),
        ({ items }) => items.every(({ in_flight }) => in_flight === 0),
      );
      await waitUntil(
        () => owner.do<{ open_holds: { count: number } }>('GET', '/reconciliation'),
        ({ open_holds }) => open_holds.count === 0,
      );
      kept.push(Math.min(least, await oldSpace()));
    }
    const [first = 0, , last = Infinity] = kept;
    expect(last - first).toBeLessThan(32 * 1024 * 1024);
  });

  const rootOf = (spans: CollectedSpan[], of: CollectedSpan | undefined) =>
    spans.find(({ traceId, parentSpanId }) => traceId === of?.traceId && parentSpanId === undefined);

  async function readMetrics(): Promise<string[]> {
    return (await metricsOf(stack, 'gateway')).split('\n');
  }

  function sumOf(lines: string[], name: string, labels: string[]): number {
    const matching = lines.filter(
      (line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)),
    );
    return matching.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }
});
