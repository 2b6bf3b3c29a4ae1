import { randomUUID } from 'node:crypto';
import { connectDatabase, createDataSource } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import {
  callApi,
  CANARY,
  fakeCatalog,
  type FakeSupplier,
  SilentProxy,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

/** A caller waits 10 s if nothing else is slow; a job waits longer. */
const WAITING_ENDS_MS = 25_000;

/** `npm run soak` takes Postgres away for longer, with more requests. */
const AWAY_MS = Number(process.env.AWAY_SECONDS ?? 0) * 1_000;
const STREAMS = Number(process.env.AWAY_STREAMS ?? 6);

/** The maximum of an integer in Postgres. */
const MANY_TURNS = 2_147_483_647;

interface Readiness {
  status: string;
  checks: { postgres: string };
}

let supplier: FakeSupplier;
let stack: TestStack;
let operator: Operator;

beforeAll(async () => {
  supplier = await startFakeSupplier();
  stack = await startGatewayStack({
    starts: ['gateway'],
    catalog: fakeCatalog(supplier),
    environment: { ...REPLICA_KEYS, PROCESS_DEAD_AFTER_SECONDS: '3' },
  });
  operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
});

afterAll(async () => {
  await stack.stop();
  await supplier.close();
});

/**
 * Postgres accepts data and says nothing. It may still execute a statement that a process gave up on, which must cost
 * nobody anything.
 */
describe('a Postgres that stops answering', () => {
  let proxy: SilentProxy;
  let gateway: GatewayReplica;
  let payer: { customerId: string; secret: string };

  beforeAll(async () => {
    const url = new URL(stack.view.databaseUrls.gateway);
    proxy = await before(url);
    gateway = await GatewayReplica.start(stack, { GATEWAY_DATABASE_URL: url.href, PROCESS_DEAD_AFTER_SECONDS: '6' });
  });

  beforeEach(async () => {
    payer = await newCustomer();
    await Promise.all(Array.from({ length: 30 }, readiness));
  });

  afterEach(() => proxy.speak());

  afterAll(async () => {
    await gateway.end('SIGTERM');
    proxy.close();
  });

  /** Leads `url` through a proxy. */
  async function before(url: URL): Promise<SilentProxy> {
    const made = await SilentProxy.before({ host: url.hostname, port: Number(url.port) });
    Object.assign(url, { hostname: '127.0.0.1', port: made.port });
    return made;
  }

  const newCustomer = () => new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key).customer('1');

  const chat = { model: 'fake-chat', max_tokens: 8, messages: [{ role: 'user', content: 'Say hello' }] };
  const ask = (body: object = {}, headers: Record<string, string> = {}, token = payer.secret) =>
    callApi<Partial<OpenAiFailure>>(gateway.url, 'POST', '/v1/chat/completions', {
      token,
      json: { ...chat, ...body },
      headers,
    });
  const readiness = async () => {
    const { status, body } = await callApi<Readiness>(gateway.url, 'GET', '/readyz');
    return [status, body.status, body.checks.postgres];
  };

  async function begin(body: object = {}, token = payer.secret) {
    let answerNow = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answerNow = resolve)) });
    const calls = supplier.calls.length;
    const answer = ask(body, {}, token);
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count > calls,
    );
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
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  }

  it('ends new and running requests with 503, and recovers when it answers again', async () => {
    const first = await ask();
    // Of another customer, because the charges of one wait for each other.
    const whole = await begin({}, (await newCustomer()).secret);
    const streamed = await begin({ stream: true });
    proxy.fallSilent();
    whole.answerNow();
    streamed.answerNow();
    // By the time this is detected, cached keys are too old.
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
    // Its process had counted as dead, and charges of this customer were kept.
    const again = await ask();
    expect(again.status).toBe(200);
    await booksAgree();
    // Whether running requests were charged is unknown.
    const doubtful = [late, broken].map(({ headers }) => headers.get('x-request-id'));
    expect((await charges()).filter((id) => !doubtful.includes(id))).toEqual(
      [first, again].map(({ headers }) => headers.get('x-request-id')),
    );
  });

  it(
    'ends admin calls with 503, and a running change is not made later',
    async () => {
      const admin = new Admin(gateway.url, stack.credentials.gateway_admin_key);
      const credit = () =>
        admin.call(
          'POST',
          `/customers/${payer.customerId}/credits`,
          { amount_cny: '5', reason: 'Suite' },
          { headers: { 'idempotency-key': payer.customerId } },
        );
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
        const asked = Promise.all([
          underWay,
          admin.call('GET', '/customers'),
          admin.call('GET', '/models'),
          admin.call('POST', '/customers', { name: 'Suite' }),
        ]);
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
      // The key was released, or is free when its lease ends.
      const again = await waitUntil(credit, ({ status }) => status !== 409);
      expect([again.status, again.body.data]).toMatchObject([201, { balance_cny: '6.00' }]);
      await booksAgree();
    },
    WAITING_ENDS_MS,
  );

  it('leaves no abandoned transaction open, and commits nothing of it', async () => {
    const url = new URL(stack.view.ownerUrls.gateway);
    const own = await before(url);
    const options = {
      url: url.href,
      schema: 'gateway',
      applicationName: 'given up',
      entities: [],
      migrations: [],
      poolSize: 1,
      timeLimitMs: 100,
    };
    const dataSource = createDataSource({ ...options, logger: createLogger('suite') });
    await connectDatabase(dataSource, createLogger('suite'));
    // A paused Postgres would not end idle transactions either.
    const endNothing = () => dataSource.query('SET idle_in_transaction_session_timeout = 0');
    try {
      await endNothing();
      own.fallSilent();
      await expect(dataSource.transaction(() => Promise.resolve())).rejects.toThrow('timeout');
      own.speak();
      await endNothing();
      const careless = dataSource.transaction(async (manager) => {
        await manager.query('CREATE TABLE is_doubtful ()');
        own.fallSilent();
        await manager.query('SELECT').catch(() => undefined);
        own.speak();
      });
      await expect(careless).rejects.toThrow();
      await dataSource.query('CREATE TABLE is_there ()');
      expect(await stack.query('gateway', 'DROP TABLE is_there')).toEqual([]);
      expect(await stack.query('gateway', `SELECT to_regclass('is_doubtful') AS found`)).toEqual([{ found: null }]);
    } finally {
      await dataSource.destroy();
      own.close();
    }
  });

  it('on old connections only is replaced by new connections, and late statements change nothing', async () => {
    const another = await newCustomer();
    // Its key is now cached, and no money is held for it.
    expect((await callApi(gateway.url, 'GET', '/v1/balance', { token: another.secret })).status).toBe(200);
    const key = { 'idempotency-key': randomUUID() };
    const underWay = await begin();
    proxy.fallSilent();
    underWay.answerNow();
    const lost = await Promise.all([underWay.answer, ask({}, key), ask({}, {}, another.secret)]);
    expect(lost.map(({ status }) => status)).toEqual([503, 503, 503]);
    proxy.answerNewcomers();
    const answered = await waitUntil(
      () => ask(),
      ({ status }) => status === 200,
    );
    await waitUntil(readiness, ([status]) => status === 200);
    await booksAgree();
    expect(await charges()).toEqual([answered.headers.get('x-request-id')]);

    proxy.speak();
    const answers = [answered];
    for (let call = 0; call < 20; call += 1) answers.push(await ask());
    const keyed = await waitUntil(
      () => ask({}, key),
      ({ body }) => body.error?.code !== 'idempotency_in_progress',
    );
    expect(keyed.headers.get('idempotency-replayed')).toBeNull();
    answers.push(keyed);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await booksAgree();
    expect(await charges()).toEqual(answers.map(({ headers }) => headers.get('x-request-id')));
  });
});

/**
 * Postgres is away for longer than a request waits. Delivered answers are charged when it is back. Processes look dead
 * sooner than that, and nobody may reap their holds.
 */
describe('an unavailable Postgres', () => {
  let admin: Admin;

  beforeAll(async () => {
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    await admin.do('PATCH', `/suppliers/fake-${CANARY}`, { timeouts: { first_byte_ms: 120_000, idle_ms: 120_000 } });
  });

  const ask = (token: string, stream: boolean) =>
    callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model: 'fake-chat', stream, max_tokens: 8, messages: [{ role: 'user', content: 'Say hello' }] },
    });

  it('receives the charges of delivered streams once it is back, each once', async () => {
    const { secret, customerId } = await admin.customer('100');
    expect((await ask(secret, false)).status).toBe(200);
    let goOn = () => {};
    const until = new Promise<void>((resolve) => (goOn = resolve));
    const streamed = {
      kind: 'answer' as const,
      words: ['one', ' two', ' three'],
      stream: { pauseAfter: { words: 1, until } },
    };
    supplier.script(...Array.from({ length: STREAMS }, () => streamed), { kind: 'answer', after: until });
    const calls = supplier.calls.length;
    const count = () => Promise.resolve(supplier.calls.length - calls);
    const streams = Array.from({ length: STREAMS }, () => ask(secret, true));
    await waitUntil(count, (asked) => asked === STREAMS);
    const whole = ask(secret, false);
    await waitUntil(count, (asked) => asked === STREAMS + 1);
    await stack.query('gateway', 'UPDATE hold_blocks SET turn = $2 WHERE customer_id = $1', [customerId, MANY_TURNS]);

    const leftAt = Date.now();
    await stack.postgres.pause();
    goOn();
    const answers = await Promise.all(streams);
    for (const { status, text } of answers) {
      expect([
        status,
        text.includes(' three'),
        text.includes('"code":"service_unavailable"'),
        text.includes('[DONE]'),
      ]).toEqual([200, true, true, false]);
    }
    const undelivered = await whole;
    expect(undelivered.status).toBe(503);
    // Only waits if a longer outage was requested.
    await waitUntil(
      () => Promise.resolve(Date.now() - leftAt),
      (away) => away >= AWAY_MS,
      { giveUpAfterMs: AWAY_MS + 60_000 },
    );
    await stack.postgres.resume();

    const charged = () =>
      stack.query(
        'gateway',
        `SELECT request_id, amount_nano::text AS nano FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge' ORDER BY created_at OFFSET 1`,
        [customerId],
      );
    const rows = await waitUntil(charged, (found) => found.length >= STREAMS, { giveUpAfterMs: 60_000 });
    expect(rows.map(({ request_id }) => request_id).sort()).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')).sort(),
    );
    expect(new Set(rows.map(({ nano }) => nano))).toEqual(new Set([String(-(11 * 2_000 + 3 * 6_000))]));
    const { drift_cny, mismatches } = await waitUntil(
      () => operator.reconciliation(),
      ({ open_holds }) => open_holds?.count === 0,
    );
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
    expect(await charged()).toHaveLength(STREAMS);
    // What the supplier took for the answer that nobody received.
    const losses = () =>
      stack.query(
        'gateway',
        `SELECT request_id, reason FROM ledger_entries WHERE customer_id = $1 AND kind = 'loss' AND account = 'revenue'`,
        [customerId],
      );
    expect(await waitUntil(losses, (found) => found.length > 0)).toEqual([
      { request_id: undelivered.headers.get('x-request-id'), reason: 'undelivered' },
    ]);
    expect(
      (
        await waitUntil(
          () => ask(secret, true),
          ({ status }) => status === 200,
        )
      ).text,
    ).toContain('[DONE]');
  });

  it('has connections reserved for charges, whatever is listed and submitted', async () => {
    const { secret } = await admin.customer('1');
    let answerNow = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answerNow = resolve)) });
    const calls = supplier.calls.length;
    const answer = ask(secret, false);
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count > calls,
    );
    const locker = await stack.connect('gateway');
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK image_tasks, request_log');
      const get = (path: string, token: string) => callApi(stack.gatewayUrl, 'GET', path, { token });
      const listed = Array.from({ length: 12 }, (_, at) =>
        at < 2
          ? get('/admin/requests', stack.credentials.gateway_admin_key)
          : get(`/v1/images/tasks/imgtask_${'0'.repeat(32)}`, secret),
      );
      const first = Promise.race(listed.map((each) => each.then(() => 'a list')));
      const waiting = () => stack.query('gateway', `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
      await waitUntil(waiting, (found) => found.length >= 10);
      answerNow();
      expect(await Promise.race([first, answer.then(({ status }) => `a chat, ${status}`)])).toBe('a chat, 200');
      await locker.query('COMMIT');
      await Promise.all(listed);
    } finally {
      await locker.end();
    }
  });
});
