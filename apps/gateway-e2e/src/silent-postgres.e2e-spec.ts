import { randomUUID } from 'node:crypto';
import { connectDatabase, createDataSource, createLogger } from '@shipyard/platform';
import { callApi, type FakeSupplier, SilentProxy, startFakeSupplier, startTestStack, type TestStack, waitUntil, writeFakeCatalog } from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';

/** A caller waits for 10 s, where nothing else is slow; a job waits for longer than this. */
const WAITING_ENDS_MS = 25_000;

interface Readiness {
  status: string;
  checks: { postgres: string };
}

/**
 * A Postgres that hangs: it takes what is said to it and says nothing. What a process gave up on may still be done when it wakes up, after the
 * process has gone on: that must cost nobody anything either.
 */
describe('a Postgres that falls silent', () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;
  let proxy: SilentProxy;
  let gateway: GatewayReplica;
  let payer: { customerId: string; secret: string };

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startTestStack({ environment: { GATEWAY_CONFIG: await writeFakeCatalog(supplier), ...REPLICA_KEYS } });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  beforeEach(async () => {
    const url = new URL(stack.view.databaseUrls.gateway);
    proxy = await SilentProxy.before({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    gateway = await GatewayReplica.start(stack, { GATEWAY_DATABASE_URL: url.href, PROCESS_DEAD_AFTER_SECONDS: '6' });
    payer = await new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key).customer('1');
    // As many connections as it ever has, so that what it asks next goes out on one that is open.
    await Promise.all(Array.from({ length: 30 }, readiness));
  });

  afterEach(async () => {
    proxy.speak();
    await gateway.end('SIGTERM');
    proxy.close();
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
  });

  const chat = { model: 'fake-chat', max_tokens: 8, messages: [{ role: 'user', content: 'Say hello' }] };
  const ask = (body: object = {}, headers: Record<string, string> = {}, token = payer.secret) =>
    callApi<Partial<OpenAiFailure>>(gateway.url, 'POST', '/v1/chat/completions', { token, json: { ...chat, ...body }, headers });
  const readiness = async () => {
    const { status, body } = await callApi<Readiness>(gateway.url, 'GET', '/readyz');
    return [status, body.status, body.checks.postgres];
  };

  /** Begins a chat whose supplier answers when the result is called. */
  async function begin(body: object = {}, headers: Record<string, string> = {}) {
    let answerNow = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answerNow = resolve)) });
    const calls = supplier.calls.length;
    const answer = ask(body, headers);
    await waitUntil(() => Promise.resolve(supplier.calls.length), (count) => count > calls);
    return { answer, answerNow: () => answerNow() };
  }

  async function charges(): Promise<string[]> {
    const rows = await stack.query(
      'gateway',
      `SELECT request_id FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge' ORDER BY created_at`,
      [payer.customerId],
    );
    return rows.map(({ request_id }) => String(request_id));
  }

  async function booksAgree(): Promise<void> {
    const { drift_cny, mismatches } = await waitUntil(() => operator.reconciliation(), ({ open_holds }) => open_holds.count === 0);
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  }

  it('ends what is asked and what is under way with 503, and all is well when it speaks again', async () => {
    const first = await ask();
    const whole = await begin();
    const streamed = await begin({ stream: true });
    proxy.fallSilent();
    whole.answerNow();
    streamed.answerNow();
    // When it has been found out, what is known of keys is too old.
    expect(await readiness()).toEqual([503, 'down', 'failed']);
    const [late, broken, ...refused] = await Promise.all([whole.answer, streamed.answer, ask(), ask({ stream: true })]);
    for (const { status, body, headers } of [late, ...refused]) {
      expect([status, body.error?.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(broken.status).toBe(200);
    expect(broken.text).toContain('"code":"service_unavailable"');
    expect(broken.text).not.toContain('[DONE]');

    proxy.speak();
    await waitUntil(readiness, ([status]) => status === 200);
    const again = await ask();
    expect(again.status).toBe(200);
    await booksAgree();
    // Of those under way nobody can say whether their charges had come through.
    const doubtful = [late, broken].map(({ headers }) => headers.get('x-request-id'));
    expect((await charges()).filter((id) => !doubtful.includes(id))).toEqual([first, again].map(({ headers }) => headers.get('x-request-id')));
  });

  it('ends what operators ask with 503, and a change under way is not made later', async () => {
    const admin = new Admin(gateway.url, stack.credentials.gateway_admin_key);
    const credit = () =>
      admin.call('POST', `/customers/${payer.customerId}/credits`, { amount_cny: '5', reason: 'Suite' }, { headers: { 'idempotency-key': payer.customerId } });
    const locker = await stack.connect('gateway');
    try {
      await locker.query('BEGIN');
      await locker.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [payer.customerId]);
      const underWay = credit();
      await waitUntil(
        () => stack.query('gateway', 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() <> pid'),
        (waiting) => waiting.length > 0,
      );
      proxy.fallSilent();
      const asked = Promise.all([underWay, admin.call('GET', '/customers'), admin.call('GET', '/models'), admin.call('POST', '/customers', { name: 'Suite' })]);
      await locker.query('COMMIT');
      for (const { status, body, headers } of await asked) {
        expect([status, body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      await locker.end();
    }
    proxy.speak();
    await waitUntil(readiness, ([status]) => status === 200);
    // It was given back by then, or is when its lease ends.
    const again = await waitUntil(credit, ({ status }) => status !== 409);
    expect([again.status, again.body.data]).toMatchObject([201, { balance_cny: '6.00' }]);
    await booksAgree();
  }, WAITING_ENDS_MS);

  it('leaves nobody in a transaction that was given up, and commits nothing of it', async () => {
    const url = new URL(stack.view.databaseUrls.gateway);
    Object.assign(url, { hostname: '127.0.0.1', port: proxy.port });
    const options = { url: url.href, schema: 'gateway', applicationName: 'given up', entities: [], migrations: [], poolSize: 1, timeLimitMs: 100 };
    const dataSource = createDataSource({ ...options, logger: createLogger('suite') });
    await connectDatabase(dataSource, createLogger('suite'));
    // A Postgres that itself stands still does not end what is idle.
    const endNothing = () => dataSource.query('SET idle_in_transaction_session_timeout = 0');
    try {
      await endNothing();
      proxy.fallSilent();
      await expect(dataSource.transaction(() => Promise.resolve())).rejects.toThrow('timeout');
      proxy.speak();
      await endNothing();
      const careless = dataSource.transaction(async (manager) => {
        await manager.query('CREATE TABLE is_doubtful ()');
        proxy.fallSilent();
        await manager.query('SELECT').catch(() => undefined);
        proxy.speak();
      });
      await expect(careless).rejects.toThrow();
      await dataSource.query('CREATE TABLE is_there ()');
      expect(await stack.query('gateway', 'DROP TABLE is_there')).toEqual([]);
      expect(await stack.query('gateway', `SELECT to_regclass('is_doubtful') AS found`)).toEqual([{ found: null }]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('on old connections only is left for new ones, and what it does of the old ones afterwards changes nothing', async () => {
    const another = await new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key).customer('1');
    // So that its key is known, and no money is held for it yet.
    expect((await callApi(gateway.url, 'GET', '/v1/balance', { token: another.secret })).status).toBe(200);
    const key = { 'idempotency-key': randomUUID() };
    const underWay = await begin();
    proxy.fallSilent();
    underWay.answerNow();
    const lost = await Promise.all([underWay.answer, ask({}, key), ask({}, {}, another.secret)]);
    expect(lost.map(({ status }) => status)).toEqual([503, 503, 503]);
    proxy.answerNewcomers();
    const answered = await waitUntil(() => ask(), ({ status }) => status === 200);
    await waitUntil(readiness, ([status]) => status === 200);
    await booksAgree();
    expect(await charges()).toEqual([answered.headers.get('x-request-id')]);

    proxy.speak();
    const answers = [answered];
    for (let call = 0; call < 20; call += 1) answers.push(await ask());
    const keyed = await waitUntil(() => ask({}, key), ({ body }) => body.error?.code !== 'idempotency_in_progress');
    expect(keyed.headers.get('idempotency-replayed')).toBeNull();
    answers.push(keyed);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await booksAgree();
    expect(await charges()).toEqual(answers.map(({ headers }) => headers.get('x-request-id')));
  });
});
