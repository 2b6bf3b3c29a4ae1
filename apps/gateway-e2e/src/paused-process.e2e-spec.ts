import { randomUUID } from 'node:crypto';
import {
  callApi,
  fakeCatalog,
  type FakeSupplier,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import type { Client } from 'pg';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

/**
 * A process is paused (SIGSTOP) until it is considered dead, and continues when its work was taken over or its hold is
 * gone. That must cost nobody anything.
 */
describe('a process that was considered dead', () => {
  const environment = { PROCESS_DEAD_AFTER_SECONDS: '3' };
  const LOCK = `hashtext('stand still')`;
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;
  let paused: GatewayReplica;
  let pausedId: string;
  let payer: { customerId: string; secret: string };
  let holder: Client;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      starts: ['gateway'],
      catalog: fakeCatalog(supplier),
      environment: { ...REPLICA_KEYS, ...environment },
    });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    holder = await stack.connect('gateway');
    await stack.query(
      'gateway',
      `CREATE FUNCTION stand_still() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_advisory_xact_lock_shared(${LOCK});
         RETURN NULL;
       END $$`,
    );
    const before = await processIds();
    paused = await GatewayReplica.start(stack, environment);
    pausedId = (await processIds()).find((id) => !before.includes(id)) ?? '';
  });

  beforeEach(async () => {
    // Its next heartbeat writes its row again, if another process has deleted it.
    await waitUntil(processIds, (ids) => ids.includes(pausedId));
    payer = await new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key).customer('1');
  });

  afterEach(async () => {
    paused.signal('SIGCONT');
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  });

  afterAll(async () => {
    await paused.end('SIGTERM');
    await holder.end();
    await stack.stop();
    await supplier.close();
  });

  const processIds = async () => (await stack.query('gateway', 'SELECT id FROM processes')).map(({ id }) => String(id));
  const chat = { model: 'fake-chat', max_tokens: 8, messages: [{ role: 'user', content: 'Say hello' }] };
  const ask = (url: string, body: object = {}, headers: Record<string, string> = {}) =>
    callApi<OpenAiFailure>(url, 'POST', '/v1/chat/completions', {
      token: payer.secret,
      json: { ...chat, ...body },
      headers,
    });
  const looksDead = () =>
    stack.query('gateway', `UPDATE processes SET beaten_at = now() - interval '1 hour' WHERE id = $1`, [pausedId]);
  const holdsOfPaused = () => stack.query('gateway', 'SELECT FROM hold_blocks WHERE process_id = $1', [pausedId]);

  async function charges(): Promise<bigint[]> {
    const rows = await stack.query(
      'gateway',
      `SELECT (-amount_nano)::text AS nano FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge'`,
      [payer.customerId],
    );
    return rows.map(({ nano }) => BigInt(String(nano)));
  }

  /** Stops the process after Postgres has committed its change of the Idempotency-Key, and before it knows. */
  async function standStillAfter(change: 'INSERT' | 'UPDATE', begin: () => Promise<unknown>): Promise<void> {
    await stack.query(
      'gateway',
      `CREATE CONSTRAINT TRIGGER stand_still AFTER ${change} ON keyed_calls DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW WHEN (NEW.process_id = '${pausedId}') EXECUTE FUNCTION stand_still()`,
    );
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    void begin();
    const locks = (granted: string) =>
      stack.query('gateway', `SELECT FROM pg_locks WHERE locktype = 'advisory' ${granted}`);
    await waitUntil(
      () => locks('AND NOT granted'),
      (waiting) => waiting.length === 1,
    );
    paused.signal('SIGSTOP');
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await waitUntil(
      () => locks(''),
      (held) => held.length === 0,
    );
    await stack.query('gateway', 'DROP TRIGGER stand_still ON keyed_calls');
  }

  it.each([false, true])('charges nothing for an answer whose hold is gone (stream: %s)', async (stream) => {
    let answerNow = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answerNow = resolve)) });
    const calls = supplier.calls.length;
    const answer = ask(paused.url, { stream });
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count > calls,
    );
    expect(await holdsOfPaused()).toHaveLength(1);
    paused.signal('SIGSTOP');
    await looksDead();
    await waitUntil(holdsOfPaused, (blocks) => blocks.length === 0);
    answerNow();
    paused.signal('SIGCONT');
    const { status, text } = await answer;
    expect(status).toBe(stream ? 200 : 503);
    expect(text).toContain('service_unavailable');
    expect(text).not.toContain('[DONE]');
    expect(await charges()).toEqual([]);
    // It is alive, and reserves money again once its connections to Postgres are. Until then it answers 503, for nothing.
    await waitUntil(
      () => ask(paused.url),
      ({ status: now }) => now === 200,
    );
    expect(await charges()).toHaveLength(1);
  });

  it('keeps its Idempotency-Key while it could still charge, and charges nothing afterwards', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    let lost: ReturnType<typeof ask> | undefined;
    await standStillAfter('UPDATE', () => (lost = ask(paused.url, {}, headers)));
    // Any process may reap the hold once this one looks dead, so its row is locked meanwhile.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM hold_blocks WHERE process_id = $1 FOR UPDATE', [pausedId]);
    await looksDead();
    expect(await holdsOfPaused()).toHaveLength(1);
    expect((await ask(stack.gatewayUrl, {}, headers)).body.error.code).toBe('idempotency_in_progress');
    await holder.query('COMMIT');
    const taken = await waitUntil(
      () => ask(stack.gatewayUrl, {}, headers),
      ({ status }) => status === 200,
    );
    expect(taken.headers.get('idempotency-replayed')).toBeNull();
    paused.signal('SIGCONT');
    expect((await lost)?.status).toBe(503);
    expect(await charges()).toHaveLength(1);
    expect((await ask(stack.gatewayUrl, {}, headers)).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([false, true])(
    'starts no work for a key that another process took over before the hold (stream: %s)',
    async (stream) => {
      const headers = { 'idempotency-key': randomUUID() };
      let lost: ReturnType<typeof ask> | undefined;
      await standStillAfter('INSERT', () => (lost = ask(paused.url, { stream }, headers)));
      await looksDead();
      const taken = await waitUntil(
        () => ask(stack.gatewayUrl, { stream }, headers),
        ({ status }) => status === 200,
      );
      expect(taken.text).toContain('Hello');
      paused.signal('SIGCONT');
      const { status, body } = (await lost) ?? {};
      expect([status, body?.error.code]).toEqual([409, 'idempotency_in_progress']);
      expect(await charges()).toHaveLength(1);
    },
  );
});
