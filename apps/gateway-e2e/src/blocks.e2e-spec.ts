import { randomUUID } from 'node:crypto';
import { hashToken, mintToken } from '@shipyard/auth';
import {
  callApi,
  CANARY,
  fakeCatalog,
  type FakeSupplier,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { terms } from './catalog-rows';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

interface Balance {
  balance_cny: string;
  held_cny: string;
  available_cny: string;
  budget: { amount_cny: string; used_cny: string; period: string; resets_at: string } | null;
}

/** Several processes reserve money: it is never overdrawn, always found, and returned. */
describe('reserved funds', () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let replica: GatewayReplica;
  let operator: Operator;
  // Longer than a busy machine keeps a living process from its heartbeat.
  const environment = { PROCESS_DEAD_AFTER_SECONDS: '12' };

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      // Holds are returned without a worker too.
      starts: ['gateway'],
      // A hundred requests at once wait for each other.
      catalog: fakeCatalog(supplier, { patienceMs: 6_000 }),
      environment: { ...REPLICA_KEYS, ...environment },
    });
    replica = await GatewayReplica.start(stack, environment);
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await replica.end('SIGTERM');
    await stack.stop();
    await supplier.close();
  });

  async function customerWith(nano: bigint, key: { budgetNano?: bigint } = {}, customerId: string = randomUUID()) {
    const secret = mintToken('gwk_');
    await stack.query('gateway', `INSERT INTO customers (id, name) VALUES ($1, 'Blocks')`, [customerId]);
    await stack.query(
      'gateway',
      `WITH credited AS (
         INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
         VALUES (gen_random_uuid(), $1::text, $1::uuid, 'customer', 'credit', $2::bigint),
           (gen_random_uuid(), $1::text, $1::uuid, 'funding', 'credit', -$2::bigint)
       )
       UPDATE customers SET balance_nano = $2::bigint WHERE id = $1::uuid`,
      [customerId, nano.toString()],
    );
    await stack.query(
      'gateway',
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes, budget_nano, budget_period)
       VALUES (gen_random_uuid(), $1, 'Blocks', $2, 'abcd', '{text,image}', $3::bigint, CASE WHEN $3::bigint IS NULL THEN NULL ELSE 'day' END)`,
      [customerId, hashToken(secret), key.budgetNano?.toString() ?? null],
    );
    return { customerId, secret };
  }

  const ask = (url: string, token: string, maxTokens = 4, model = 'fake-chat') =>
    callApi<OpenAiFailure>(url, 'POST', '/v1/chat/completions', {
      token,
      json: { model, max_tokens: maxTokens, messages: [{ role: 'user', content: 'Say hello' }] },
    });
  function nextCall(): () => Promise<number> {
    const before = supplier.calls.length;
    return () =>
      waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (count) => count > before,
      );
  }
  const balanceOf = async (token: string) =>
    (await callApi<Balance>(stack.gatewayUrl, 'GET', '/v1/balance', { token })).body;

  /** The supplier reports more than the hold, so each answer costs its whole hold: 9 tokens of input, 4 of output. */
  const COST_NANO = 9n * 2_000n + 4n * 6_000n;

  it.each([1, 7, 37])('admit exactly %i of 100 parallel requests over two processes', async (most) => {
    const { secret } = await customerWith(COST_NANO * BigInt(most) + COST_NANO - 1n);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => ask(at % 2 ? stack.gatewayUrl : replica.url, secret)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.type} ${body.error.code}`))).toEqual(
      new Set(['429 insufficient_quota insufficient_quota']),
    );
    expect(refused[0]?.headers.get('x-should-retry')).toBe('false');
    expect(nanoOf((await balanceOf(secret)).balance_cny)).toBe(COST_NANO - 1n);
  });

  it('are reclaimed from the reservation of another process', async () => {
    const largeNano = 9n * 2_000n + 4_096n * 6_000n;
    const { secret, customerId } = await customerWith(COST_NANO + 3n * largeNano);
    expect((await ask(replica.url, secret)).status).toBe(200);
    expect(
      await stack.query('gateway', 'SELECT FROM hold_blocks WHERE customer_id = $1 AND spare AND amount_nano > 0', [
        customerId,
      ]),
    ).toHaveLength(1);
    let answerNow = () => {};
    const after = new Promise<void>((resolve) => (answerNow = resolve));
    supplier.script(...Array.from({ length: 3 }, () => ({ kind: 'answer' as const, after })));
    const calls = supplier.calls.length;
    const answers = Promise.all([1, 2, 3].map(() => ask(stack.gatewayUrl, secret, 4_096)));
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count === calls + 3,
    );
    answerNow();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
    // 11 tokens of input and 4 of output, as the supplier says.
    expect(nanoOf((await balanceOf(secret)).balance_cny)).toBe(3n * (largeNano - 11n * 2_000n - 4n * 6_000n));
  });

  it('include money that arrives while a request waits for its customer’s row', async () => {
    const { secret, customerId } = await customerWith(0n);
    const credit = await stack.connect('gateway');
    await credit.query('BEGIN');
    await credit.query(
      `WITH credited AS (
         INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
         VALUES (gen_random_uuid(), $2, $1, 'customer', 'credit', $3::bigint), (gen_random_uuid(), $2, $1, 'funding', 'credit', -$3::bigint)
       )
       UPDATE customers SET balance_nano = $3::bigint WHERE id = $1`,
      [customerId, randomUUID(), COST_NANO.toString()],
    );
    const answer = ask(stack.gatewayUrl, secret);
    const waiting = () =>
      stack.query(
        'gateway',
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%hold_blocks%'`,
      );
    await waitUntil(waiting, (found) => found.length > 0);
    await credit.query('COMMIT');
    await credit.end();
    expect((await answer).status).toBe(200);
  });

  it('count as held, and are returned when idle', async () => {
    const { secret } = await customerWith(COST_NANO * 100_000n);
    await ask(stack.gatewayUrl, secret);
    const { balance_cny, held_cny, available_cny, budget } = await balanceOf(secret);
    expect(nanoOf(held_cny)).toBeGreaterThan(COST_NANO);
    expect(nanoOf(balance_cny) - nanoOf(held_cny)).toBe(nanoOf(available_cny));
    expect(budget).toBeNull();
    await waitUntil(
      () => balanceOf(secret),
      (found) => nanoOf(found.held_cny) === 0n,
      { giveUpAfterMs: 5_000 },
    );
  });

  it('stay within the budget of a key, whatever its customer has', async () => {
    const { secret, customerId } = await customerWith(COST_NANO * 100_000n, { budgetNano: COST_NANO * 5n + 1n });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => ask(at % 2 ? stack.gatewayUrl : replica.url, secret)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(35).fill(429),
    ]);
    const { budget } = await balanceOf(secret);
    expect(budget && [nanoOf(budget.amount_cny), nanoOf(budget.used_cny), budget.period]).toEqual([
      COST_NANO * 5n + 1n,
      COST_NANO * 5n,
      'day',
    ]);
    // The next midnight in Shanghai.
    expect(budget?.resets_at).toMatch(/T16:00:00\.000Z$/);
    expect(new Date(budget?.resets_at ?? 0).getTime()).toBeGreaterThan(Date.now());
    // Another key of the same customer has no such limit.
    const other = mintToken('gwk_');
    await stack.query(
      'gateway',
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes) VALUES (gen_random_uuid(), $1, 'Free', $2, 'abcd', '{text}')`,
      [customerId, hashToken(other)],
    );
    expect((await ask(stack.gatewayUrl, other)).status).toBe(200);
  });

  it('count for a budget what was spent under another period, or without one', async () => {
    const { secret, customerId } = await customerWith(COST_NANO * 100_000n, { budgetNano: COST_NANO * 5n });
    const [key] = await stack.query('gateway', 'SELECT id FROM enterprise_keys WHERE customer_id = $1', [customerId]);
    const usedAfter = async (period: 'day' | 'month' | null) => {
      const { status } = await callApi(stack.gatewayUrl, 'PATCH', `/admin/keys/${String(key?.id)}`, {
        token: stack.credentials.gateway_admin_key,
        json: { budget: period && { amount_cny: `0.${(COST_NANO * 5n).toString().padStart(9, '0')}`, period } },
      });
      expect(status).toBe(200);
      const { budget } = await waitUntil(
        () => balanceOf(secret),
        (found) => (found.budget?.period ?? null) === period,
      );
      return budget && nanoOf(budget.used_cny);
    };
    const askThrice = async () =>
      (await Promise.all([1, 2, 3].map(() => ask(stack.gatewayUrl, secret)))).map(({ status }) => status);

    expect((await ask(stack.gatewayUrl, secret)).status).toBe(200);
    expect(await usedAfter(null)).toBeNull();
    expect((await ask(stack.gatewayUrl, secret)).status).toBe(200);
    expect(await usedAfter('day')).toBe(COST_NANO * 2n);
    expect((await ask(stack.gatewayUrl, secret)).status).toBe(200);
    expect(await usedAfter('month')).toBe(COST_NANO * 3n);
    expect((await ask(stack.gatewayUrl, secret)).status).toBe(200);
    expect(await usedAfter('day')).toBe(COST_NANO * 4n);
    expect((await askThrice()).sort()).toEqual([200, 429, 429]);
  });

  it('count a hold from before midnight in the previous day only', async () => {
    const { secret, customerId } = await customerWith(COST_NANO * 100_000n, { budgetNano: COST_NANO * 5n });
    await stack.query(
      'gateway',
      `WITH key AS (
         SELECT id, date_trunc('day', now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai' - interval '1 day' AS yesterday
         FROM enterprise_keys WHERE customer_id = $1
       ), counted AS (
         INSERT INTO budget_windows (key_id, starts_at, used_nano) SELECT id, yesterday, $2::bigint FROM key
       ), paid AS (
         UPDATE customers SET balance_nano = balance_nano - $2::bigint WHERE id = $1
       )
       INSERT INTO ledger_entries (id, request_id, customer_id, key_id, window_starts_at, account, kind, amount_nano, lines)
       SELECT gen_random_uuid(), 'late ' || $1, $1, key.id, yesterday, side.account, 'charge', side.nano,
         jsonb_build_array(jsonb_build_object('unit_type', 'request', 'units', 1, 'unit_price_nano', $2::text, 'amount_nano', $2::text))
       FROM key, (VALUES ('customer', -$2::bigint), ('revenue', $2::bigint)) AS side (account, nano)`,
      [customerId, (COST_NANO * 5n).toString()],
    );
    const used = async () => nanoOf((await balanceOf(secret)).budget?.used_cny ?? '');
    expect(await used()).toBe(0n);
    expect((await ask(stack.gatewayUrl, secret)).status).toBe(200);
    expect(await used()).toBe(COST_NANO);
  });

  it('stay for a request of a free model, however long it takes', async () => {
    const [free, other] = await Promise.all([customerWith(COST_NANO), customerWith(COST_NANO * 100_000n)]);
    await offerFree(other.secret);
    let answerNow = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answerNow = resolve)) });
    const isCalled = nextCall();
    const answer = ask(stack.gatewayUrl, free.secret, 4, 'fake-free');
    await isCalled();
    const blocksOf = ({ customerId }: { customerId: string }) =>
      stack.query('gateway', 'SELECT id FROM hold_blocks WHERE customer_id = $1', [customerId]);
    const [block] = await blocksOf(free);
    // A later reservation was closed for being idle, so this one has been idle for long enough.
    expect((await ask(stack.gatewayUrl, other.secret)).status).toBe(200);
    await waitUntil(
      () => blocksOf(other),
      (blocks) => blocks.length === 0,
    );
    expect(await blocksOf(free)).toEqual([block]);
    answerNow();
    const { status, headers } = await answer;
    expect([status, headers.get('x-gateway-cost-cny')]).toEqual([200, '0.00']);
    expect(await operator.ledgerOf(headers.get('x-request-id') ?? '')).toHaveLength(2);
  });

  /** Offers a free model with a slow supplier, until it answers. */
  async function offerFree(secret: string): Promise<void> {
    const admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    const { baseUrl, apiKey } = supplier;
    const timeouts = { first_byte_ms: 60_000, idle_ms: 60_000 };
    await admin.do('POST', '/suppliers', {
      id: `patient-${CANARY}`,
      kind: 'openai',
      base_url: baseUrl,
      api_keys: [apiKey],
      internal: true,
      timeouts,
    });
    await admin.do('PUT', '/models/fake-free', { ...terms, display_name: 'Free' });
    await admin.do('POST', '/models/fake-free/routes', {
      supplier_id: `patient-${CANARY}`,
      upstream_model: `free-${CANARY}`,
    });
    const units = ['input_1k_tokens', 'output_1k_tokens'].map((unit_type) => ({
      unit_type,
      unit_name: unit_type,
      price_cny: '0',
    }));
    await admin.do('POST', '/models/fake-free/prices', { units });
    await waitUntil(
      () => ask(stack.gatewayUrl, secret, 4, 'fake-free'),
      ({ status }) => status === 200,
    );
  }

  it('of a customer whose row is locked delay nobody', async () => {
    // The same end of the ids, which once decided whom a customer waits with.
    const [locked, other] = await Promise.all(
      [1, 2].map(() => customerWith(COST_NANO * 100_000_000n, {}, randomUUID().slice(0, -4) + 'cafe')),
    );
    if (!locked || !other) throw new Error('There are no customers');
    const locker = await stack.connect('gateway');
    try {
      await locker.query('BEGIN');
      await locker.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [locked.customerId]);
      const late = ask(stack.gatewayUrl, locked.secret);
      const waiting = () =>
        stack.query(
          'gateway',
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%hold_blocks%'`,
        );
      await waitUntil(waiting, (found) => found.length > 0);
      expect((await ask(stack.gatewayUrl, other.secret)).status).toBe(200);
      await locker.query('COMMIT');
      expect((await late).status).toBe(200);
    } finally {
      await locker.end();
    }
  });

  it('are released when their process was killed', async () => {
    const { secret, customerId } = await customerWith(COST_NANO * 100_000n);
    const doomed = await GatewayReplica.start(stack, environment);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(doomed.url, secret)));
    supplier.script({ kind: 'stall' });
    const isCalled = nextCall();
    const cut = ask(doomed.url, secret).catch(() => undefined);
    await isCalled();
    expect(
      await stack.query('gateway', 'SELECT FROM hold_blocks WHERE customer_id = $1 AND amount_nano > 0', [customerId]),
    ).not.toEqual([]);
    await doomed.end('SIGKILL');
    await cut;
    // Other suites wait until the heartbeats of a killed process are too old.
    await stack.query(
      'gateway',
      `UPDATE processes SET beaten_at = now() - interval '1 hour' WHERE id IN (SELECT process_id FROM hold_blocks WHERE customer_id = $1)`,
      [customerId],
    );
    await waitUntil(
      () => balanceOf(secret),
      (found) => nanoOf(found.held_cny) === 0n,
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(nanoOf((await balanceOf(secret)).balance_cny)).toBe(COST_NANO * (100_000n - 20n));
  });

  it('are returned when a process ends', async () => {
    const { secret, customerId } = await customerWith(COST_NANO * 100_000n);
    const leaving = await GatewayReplica.start(stack, environment);
    await ask(leaving.url, secret);
    await leaving.end('SIGTERM');
    expect(await stack.query('gateway', 'SELECT FROM hold_blocks WHERE customer_id = $1', [customerId])).toEqual([]);
    expect(nanoOf((await balanceOf(secret)).held_cny)).toBe(0n);
  });

  it('leave no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  });
});
