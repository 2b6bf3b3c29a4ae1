import { randomUUID } from 'node:crypto';
import {
  callApi,
  documentedFetch,
  fakeCatalog,
  type FakeSupplier,
  sharedStack,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

type Completion = { id: string; usage: { cost_cny: number } };

/** Whatever happens, there is one execution and one charge per Idempotency-Key of a customer. */
describe('an Idempotency-Key', () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      starts: ['gateway'],
      catalog: fakeCatalog(supplier),
      environment: { PROCESS_DEAD_AFTER_SECONDS: '3' },
    });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
  });

  const chat = { model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }] };
  const post = <Body = Completion & OpenAiFailure>(
    path: string,
    json: unknown,
    idempotencyKey: string,
    token = stack.credentials.enterprise_key,
  ) => callApi<Body>(stack.gatewayUrl, 'POST', path, { token, json, headers: { 'idempotency-key': idempotencyKey } });
  const complete = (idempotencyKey: string, body: object = {}) =>
    post('/v1/chat/completions', { ...chat, ...body }, idempotencyKey);
  const balance = async () => {
    const { body } = await callApi<{ balance_cny: string }>(stack.gatewayUrl, 'GET', '/v1/balance', {
      token: stack.credentials.enterprise_key,
    });
    return nanoOf(body.balance_cny);
  };
  const whenFree = (idempotencyKey: string) =>
    waitUntil(
      () => complete(idempotencyKey),
      ({ body }) => body.error?.code !== 'idempotency_in_progress',
    );

  const expired = async (table: string) => {
    const [row] = await stack.query('gateway', `SELECT count(*)::int AS count FROM ${table} WHERE expires_at <= now()`);
    return row?.count;
  };
  /** A worker sweeps every ten minutes, and when it starts. */
  const sweep = async (table: string) => {
    const { gatewayWorker } = stack.processes;
    await gatewayWorker.resume();
    await waitUntil(
      () => expired(table),
      (count) => count === 0,
    );
    await gatewayWorker.pause();
  };

  function gate() {
    let open = () => {};
    const after = new Promise<void>((resolve) => (open = resolve));
    return { after, open: () => open() };
  }

  it('replays the same answer, charged once, with a header', async () => {
    const [key, calls, before] = [randomUUID(), supplier.calls.length, await balance()];
    const first = await complete(key);
    const again = await complete(key);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.headers.get('x-gateway-cost-cny')]).toEqual([
      200,
      'true',
      null,
    ]);
    expect(again.body).toEqual(first.body);
    expect(first.body.usage.cost_cny).toBeGreaterThan(0);
    expect(supplier.calls.length).toBe(calls + 1);
    expect(before - (await balance())).toBe(nanoOf(first.headers.get('x-gateway-cost-cny') ?? ''));
    expect(await operator.ledgerOf(again.headers.get('x-request-id') ?? '')).toEqual([]);
  });

  it('stores at most 64 MiB of answers per customer, the newest', async () => {
    const admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    const { customerId, secret } = await admin.customer();
    await stack.query(
      'gateway',
      `INSERT INTO keyed_calls (customer_id, key_hash, master_key_id, fingerprint, claim_id, request_id, process_id, is_final, answer, expires_at)
       SELECT $1, sha256(number::text::bytea), 'k', sha256('a'), gen_random_uuid(), number, gen_random_uuid(), true, convert_to(repeat('a', 1048576), 'UTF8'), now() + number * interval '1 minute'
       FROM generate_series(1, 80) AS number`,
      [customerId],
    );
    const key = randomUUID();
    const first = await post('/v1/chat/completions', chat, key, secret);
    expect(first.status).toBe(200);
    const kept = async () => {
      const rows = await stack.query(
        'gateway',
        `SELECT request_id, octet_length(answer) AS bytes FROM keyed_calls WHERE customer_id = $1 AND answer IS NOT NULL ORDER BY expires_at`,
        [customerId],
      );
      return {
        bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
        oldest: rows[0]?.request_id,
        count: rows.length,
      };
    };
    const { bytes, oldest, count } = await waitUntil(kept, ({ count: rows }) => rows < 81);
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect([oldest, count]).toEqual(['26', 56]);
    const again = await post('/v1/chat/completions', chat, key, secret);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });

  it('executes one of twenty parallel requests', async () => {
    const [key, calls, before] = [randomUUID(), supplier.calls.length, await balance()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(key)));
    const executed = answers.filter(({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'));
    expect(executed).toHaveLength(1);
    for (const { status, headers, body } of answers) {
      if (status === 200) expect(body).toEqual(executed[0]?.body);
      else {
        expect([status, body.error, headers.get('x-should-retry'), headers.get('retry-after')]).toEqual([
          409,
          {
            code: 'idempotency_in_progress',
            type: 'invalid_request_error',
            param: null,
            message: expect.any(String) as string,
          },
          'true',
          '1',
        ]);
      }
    }
    expect(supplier.calls.length).toBe(calls + 1);
    expect(before - (await balance())).toBe(nanoOf(executed[0]?.headers.get('x-gateway-cost-cny') ?? ''));
  });

  it('is refused for another request, and belongs to the customer, not to the API key', async () => {
    const key = randomUUID();
    const first = await complete(key);
    const other = await complete(key, { temperature: 1 });
    expect([other.status, other.body.error.code, other.headers.get('x-should-retry')]).toEqual([
      409,
      'idempotency_key_reused',
      'false',
    ]);
    const byTheOtherKey = await post('/v1/chat/completions', chat, key, stack.credentials.enterprise_key_text_only);
    expect([byTheOtherKey.headers.get('idempotency-replayed'), byTheOtherKey.body]).toEqual(['true', first.body]);
  });

  it.each([
    ['is empty', ''],
    ['is too long', 'a'.repeat(256)],
    ['is not ASCII', 'é'],
  ])('is invalid if it %s', async (_, key) => {
    const { status, body } = await complete(key);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_value', 'Idempotency-Key']);
  });

  it('is refused after a stream', async () => {
    const key = randomUUID();
    const stream = await complete(key, { stream: true });
    expect(stream.text).toContain('[DONE]');
    const again = await complete(key, { stream: true });
    expect([again.status, again.body.error.code, again.headers.get('x-should-retry')]).toEqual([
      409,
      'idempotency_key_reused',
      'false',
    ]);
    expect((await operator.ledgerOf(stream.headers.get('x-request-id') ?? '')).length).toBe(2);
  });

  it('is refused after an answer above 1 MiB', async () => {
    const key = randomUUID();
    supplier.script({ kind: 'answer', words: ['a'.repeat(1024 * 1024)] });
    expect((await complete(key)).status).toBe(200);
    expect((await complete(key)).body.error.code).toBe('idempotency_key_reused');
  });

  it('is free again after a failure', async () => {
    const key = randomUUID();
    supplier.script({ kind: 'status', status: 500 });
    expect((await complete(key)).body.error.code).toBe('upstream_error');
    const again = await complete(key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('lets a request run to its end after its client disconnects; without a key it stops', async () => {
    const leave = async (headers: Record<string, string>) => {
      const { after, open } = gate();
      const calls = supplier.calls.length;
      supplier.script({ kind: 'answer', after });
      const leaving = new AbortController();
      const left = documentedFetch(`${stack.gatewayUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stack.credentials.enterprise_key}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(chat),
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (count) => count > calls,
      );
      leaving.abort();
      expect(await left).toBe('AbortError');
      return open;
    };
    const key = randomUUID();
    const open = await leave({ 'idempotency-key': key });
    expect((await complete(key)).body.error.code).toBe('idempotency_in_progress');
    open();
    expect((await whenFree(key)).headers.get('idempotency-replayed')).toBe('true');

    await leave({});
    await supplier.calls.at(-1)?.leftEarly;
  });

  it('is taken over from a process that died, and not before', async () => {
    const key = randomUUID();
    supplier.script({ kind: 'stall' });
    const calls = supplier.calls.length;
    const lost = complete(key).catch(() => 'lost');
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count > calls,
    );
    expect((await complete(key)).body.error.code).toBe('idempotency_in_progress');
    await stack.processes.gateway.replace('SIGKILL');
    expect(await lost).toBe('lost');
    const answer = await whenFree(key);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(supplier.calls.length).toBe(calls + 2);
    expect(await operator.ledgerOf(answer.headers.get('x-request-id') ?? '')).toHaveLength(2);
  });

  it('replays the answer of a process that died after its charge, and none that was not charged', async () => {
    const key = randomUUID();
    const first = await complete(key);
    const requestId = first.headers.get('x-request-id');
    // The row after a crash at these two steps.
    await stack.query('gateway', 'UPDATE keyed_calls SET process_id = gen_random_uuid() WHERE request_id = $1', [
      requestId,
    ]);
    expect((await complete(key)).body).toEqual(first.body);
    await stack.query('gateway', `UPDATE keyed_calls SET request_id = 'never-charged' WHERE request_id = $1`, [
      requestId,
    ]);
    const second = await complete(key);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('stores neither the key nor the answer in plain text', async () => {
    const key = `clear-${randomUUID()}`;
    await complete(key);
    const rows = await stack.query(
      'gateway',
      `SELECT encode(answer, 'escape') AS answer, keyed_calls::text AS line FROM keyed_calls`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer, line } of rows)
      expect(`${String(answer)} ${String(line)}`).not.toMatch(/Hello|chatcmpl|clear-/);
  });

  it('is stored for 24 hours, then swept and free again', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    const [first, kept] = [await complete(old), await complete(young)];
    const rowsOf = (answer: typeof first, where = 'true') =>
      stack.query('gateway', `SELECT FROM keyed_calls WHERE request_id = $1 AND ${where}`, [
        answer.headers.get('x-request-id'),
      ]);
    expect(
      await rowsOf(kept, `expires_at BETWEEN now() + interval '23 hours 50 minutes' AND now() + interval '24 hours'`),
    ).toHaveLength(1);
    // More than one statement of the sweep deletes.
    await stack.query(
      'gateway',
      `INSERT INTO keyed_calls (customer_id, key_hash, master_key_id, fingerprint, claim_id, request_id, process_id, expires_at)
       SELECT customer_id, sha256(n::text::bytea), master_key_id, fingerprint, gen_random_uuid(), 'old', process_id, now()
       FROM keyed_calls, generate_series(1, 1100) AS n WHERE request_id = $1`,
      [first.headers.get('x-request-id')],
    );
    await stack.query('gateway', 'UPDATE keyed_calls SET expires_at = now() WHERE request_id = $1', [
      first.headers.get('x-request-id'),
    ]);
    const [calls, before] = [supplier.calls.length, await balance()];
    // An expired key no longer counts, even before the sweep.
    const anew = await complete(old);
    expect([anew.status, anew.headers.get('idempotency-replayed'), supplier.calls.length]).toEqual([
      200,
      null,
      calls + 1,
    ]);
    expect(before - (await balance())).toBe(nanoOf(anew.headers.get('x-gateway-cost-cny') ?? ''));
    await stack.query('gateway', 'UPDATE keyed_calls SET expires_at = now() WHERE request_id = $1', [
      anew.headers.get('x-request-id'),
    ]);
    await sweep('keyed_calls');
    expect([await rowsOf(anew), await rowsOf(kept)].map((rows) => rows.length)).toEqual([0, 1]);
    const [third, replayed] = [await complete(old), await complete(young)];
    expect([third.status, third.headers.get('idempotency-replayed'), supplier.calls.length]).toEqual([
      200,
      null,
      calls + 2,
    ]);
    expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', kept.body]);
  });

  it('of an operator is stored for 24 hours, but credits money only once, permanently', async () => {
    const admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    const send = (path: string, json: object, idempotencyKey: string) =>
      admin.call<{ customer: { id: string } }>('POST', path, json, { headers: { 'idempotency-key': idempotencyKey } });
    const make = (idempotencyKey: string) => send('/customers', { name: 'Suite' }, idempotencyKey);
    const [old, young, credit] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await make(old);
    const { id } = first.body.data.customer;
    const give = () => send(`/customers/${id}/credits`, { amount_cny: '2', reason: 'Suite' }, credit);
    expect((await give()).status).toBe(201);
    const young24 = `SELECT FROM idempotency_keys WHERE expires_at BETWEEN now() + interval '23 hours 50 minutes' AND now() + interval '24 hours'`;
    expect((await stack.query('gateway', young24)).length).toBeGreaterThanOrEqual(1);
    await stack.query('gateway', 'UPDATE idempotency_keys SET expires_at = now()');
    const second = await make(young);
    await sweep('idempotency_keys');
    expect(await stack.query('gateway', 'SELECT FROM idempotency_keys')).toHaveLength(1);
    const [replayed, anew, given] = [await make(young), await make(old), await give()];
    expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', second.body]);
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(anew.body.data.customer.id).not.toBe(id);
    expect(given.body.data).toMatchObject({ balance_cny: '2.00' });
  });

  it('leaves no difference in the reconciliation', async () => {
    expect(await operator.reconciliation()).toMatchObject({ mismatches: [] });
  });
});

describe('an Idempotency-Key of an image request', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const post = <Body>(path: string, json: unknown, idempotencyKey: string) =>
    callApi<Body>(credentials.gateway_url, 'POST', path, {
      token: credentials.enterprise_key,
      json,
      headers: { 'idempotency-key': idempotencyKey },
    });

  it('replays links with fresh URLs', async () => {
    const key = randomUUID();
    const draw = () =>
      post<{ created: number; data: { url: string }[]; usage: { images: number; cost_cny: number } }>(
        '/v1/images/generations',
        { model: 'sandbox-image', prompt: 'A lighthouse', n: 2 },
        key,
      );
    const [first, again] = [await draw(), await draw()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([again.body.created, again.body.usage]).toEqual([first.body.created, first.body.usage]);
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
    expect(again.body.data.map(pathOf)).toEqual(first.body.data.map(pathOf));
    expect((await documentedFetch(again.body.data[1]?.url ?? '')).status).toBe(200);
  });

  it('replays a submission with the same task', async () => {
    const taskKey = randomUUID();
    const submit = () =>
      post<{ id: string }>('/v1/images/tasks', { model: 'sandbox-image', prompt: 'A harbour' }, taskKey);
    const [task, same] = [await submit(), await submit()];
    expect([task.status, same.status, same.body]).toEqual([202, 202, task.body]);
    expect([same.headers.get('location'), same.headers.get('idempotency-replayed')]).toEqual([
      task.headers.get('location'),
      'true',
    ]);
    // Retrieved, so that it leaves no hold to suites that share the stack.
    await stack.waitForTask(task.body.id);
  });
});
