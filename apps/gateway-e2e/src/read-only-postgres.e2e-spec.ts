import { randomInt } from 'node:crypto';
import {
  callApi,
  CANARY,
  fakeCatalog,
  type FakeSupplier,
  randomNumbers,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { startGatewayStack } from './gateway-stack';
import { PayingClients } from './paying-clients';

/** `npm run soak` lets it last for longer, with more requests. */
const AWAY_MS = Number(process.env.AWAY_SECONDS ?? 0) * 1_000;
const STREAMS = Number(process.env.AWAY_STREAMS ?? 6);
const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
const CLIENTS = 16;

/**
 * A demoted primary, or one whose disk is full, answers every read and refuses every write. What was delivered is
 * charged once it takes writes again, and nothing new is delivered before.
 */
describe(`a Postgres that takes no writes (KILL_SEED=${SEED})`, () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;
  let admin: Admin;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      starts: ['gateway'],
      catalog: fakeCatalog(supplier),
      environment: { PROCESS_DEAD_AFTER_SECONDS: '3' },
    });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    await admin.do('PATCH', `/suppliers/fake-${CANARY}`, { timeouts: { first_byte_ms: 120_000, idle_ms: 120_000 } });
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
  });

  const ask = (token: string, stream: boolean) =>
    callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model: 'fake-chat', stream, max_tokens: 8, messages: [{ role: 'user', content: 'Say hello' }] },
    });

  const readiness = async () => {
    const { status, body } = await callApi<{ status: string; checks: { postgres: string } }>(
      stack.gatewayUrl,
      'GET',
      '/readyz',
    );
    return [status, body.status, body.checks.postgres];
  };
  const isReady = () => waitUntil(readiness, ([status]) => status === 200);

  async function refuseWrites(): Promise<void> {
    await stack.setPostgresReadOnly(true);
    expect(await waitUntil(readiness, ([status]) => status === 503)).toEqual([503, 'down', 'failed']);
  }

  async function untilAway(sinceMs: number): Promise<void> {
    await waitUntil(
      () => Promise.resolve(Date.now() - sinceMs),
      (away) => away >= AWAY_MS,
      { giveUpAfterMs: AWAY_MS + 60_000 },
    );
  }

  async function chargedIds(customerIds: string[]): Promise<string[]> {
    const rows = await stack.query(
      'gateway',
      `SELECT request_id FROM ledger_entries WHERE customer_id = ANY ($1) AND account = 'customer' AND kind = 'charge'`,
      [customerIds],
    );
    return rows.map(({ request_id }) => String(request_id));
  }

  async function expectBooks(): Promise<void> {
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  }

  it('receives the charges of delivered streams later, and gets no new ones', async () => {
    const [payer, other] = await Promise.all([admin.customer('100'), admin.customer('100')]);
    let goOn = () => {};
    const until = new Promise<void>((resolve) => (goOn = resolve));
    const streamed = {
      kind: 'answer' as const,
      words: ['one', ' two', ' three'],
      stream: { pauseAfter: { words: 1, until } },
    };
    supplier.script(...Array.from({ length: STREAMS + 1 }, () => streamed), { kind: 'answer', after: until });
    const calls = supplier.calls.length;
    const count = () => Promise.resolve(supplier.calls.length - calls);
    const streams = Array.from({ length: STREAMS }, () => ask(payer.secret, true));
    // Keeps the reservation of this customer open.
    const stillOpen = ask(other.secret, true);
    await waitUntil(count, (asked) => asked === STREAMS + 1);
    const whole = ask(payer.secret, false);
    await waitUntil(count, (asked) => asked === STREAMS + 2);

    const since = Date.now();
    await refuseWrites();
    for (const { secret } of [payer, other]) {
      const { status, body, headers } = await ask(secret, true);
      expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await count()).toBe(STREAMS + 2);
    goOn();
    const answers = await Promise.all([...streams, stillOpen]);
    for (const { status, text } of answers) {
      expect([status, text.includes(' three'), text.includes('[DONE]')]).toEqual([200, true, false]);
      expect(text).toContain('"code":"service_unavailable"');
    }
    const undelivered = await whole;
    expect(undelivered.status).toBe(503);
    await untilAway(since);
    expect(await chargedIds([payer.customerId, other.customerId])).toEqual([]);
    await stack.setPostgresReadOnly(false);

    await isReady();
    await expectBooks();
    expect((await chargedIds([payer.customerId, other.customerId])).sort()).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')).sort(),
    );
    // What the supplier took for the answer that nobody received.
    const losses = () =>
      stack.query(
        'gateway',
        `SELECT request_id, reason FROM ledger_entries WHERE customer_id = $1 AND kind = 'loss' AND account = 'revenue'`,
        [payer.customerId],
      );
    expect(await waitUntil(losses, (rows) => rows.length > 0)).toEqual([
      { request_id: undelivered.headers.get('x-request-id'), reason: 'undelivered' },
    ]);
    // The connections for other writes do too.
    expect((await admin.customer('1')).secret).toMatch(/^gwk_/);
    expect((await ask(payer.secret, true)).text).toContain('[DONE]');
  });

  it('refuses writes under load, and every answer is charged once', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => admin.customer('1000')));
    const keys = payers.map(({ secret }, at) => ({ secret, isKeyed: at === 3 }));
    const clients = new PayingClients([stack.gatewayUrl], keys, randomNumbers(SEED));
    const untilHeard = (more: number) => {
      const heard = clients.heard.length;
      return waitUntil(
        () => Promise.resolve(clients.heard.length),
        (count) => count >= heard + more,
      );
    };
    clients.start(CLIENTS);
    await untilHeard(4 * CLIENTS);
    const since = Date.now();
    await refuseWrites();
    await waitUntil(
      () => Promise.resolve(clients.refused.get('503 service_unavailable') ?? 0),
      (count) => count >= CLIENTS,
    );
    await untilAway(since);
    await stack.setPostgresReadOnly(false);
    await untilHeard(4 * CLIENTS);
    await clients.stop();
    await isReady();
    await expectBooks();

    const charged = await chargedIds(payers.map(({ customerId }) => customerId));
    expect(new Set(charged).size).toBe(charged.length);
    const received = [...clients.heard.map(({ requestId }) => requestId), ...clients.brokenIds];
    expect(received.filter((id) => !charged.includes(id))).toEqual([]);
    expect(clients.undocumented).toEqual([]);
    expect([...clients.refused.keys()].filter((reason) => !PASSING.includes(reason))).toEqual([]);
    if (AWAY_MS > 0)
      process.stdout.write(`${clients.heard.length} answers, ${clients.brokenIds.length} broken and charged\n`);
  });
});

const PASSING = ['503 service_unavailable', '409 idempotency_in_progress', '504 upstream_timeout'];
