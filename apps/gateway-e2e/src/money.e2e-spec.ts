import { randomUUID } from 'node:crypto';
import { hashToken, mintToken } from '@shipyard/auth';
import {
  callApi,
  fakeCatalog,
  type FakeSupplier,
  type JoinedStack,
  sharedStack,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { nanoOf, type OpenAiFailure, officialClient, Operator } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

type Completion = OpenAiFailure & {
  usage: { prompt_tokens: number; completion_tokens: number; cost_cny: number; estimated?: boolean };
};

const formatted = (nano: bigint) =>
  `${nano / 1_000_000_000n}.${(nano % 1_000_000_000n)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,7}$/, '')}`;

interface LossItem {
  day?: string;
  key_id?: string;
  model?: string;
  route_id?: string;
  reason?: string;
  requests: number;
  loss_cny: string;
  supplier_cost_cny: string;
}

async function fund(stack: JoinedStack, balanceNano: bigint): Promise<{ customerId: string; key: string }> {
  const [customerId, key] = [randomUUID(), mintToken('gwk_')];
  await stack.query('gateway', `INSERT INTO customers (id, name, balance_nano) VALUES ($1, 'Of its own', $2)`, [
    customerId,
    balanceNano.toString(),
  ]);
  await stack.query(
    'gateway',
    `INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
     SELECT gen_random_uuid(), $1, $2, account, 'credit', amount FROM (VALUES ('customer', $3::bigint), ('funding', -$3::bigint)) AS row (account, amount)`,
    [randomUUID(), customerId, balanceNano.toString()],
  );
  await stack.query(
    'gateway',
    `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes) VALUES (gen_random_uuid(), $1, 'a', $2, $3, '{text,image,search}')`,
    [customerId, hashToken(key), key.slice(-4)],
  );
  return { customerId, key };
}

describe('the money of a chat', () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({ starts: ['gateway'], catalog: fakeCatalog(supplier) });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
  });

  const ask = (body: object = {}, token = stack.credentials.enterprise_key) =>
    callApi<Completion>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }], ...body },
    });
  const costOf = ({ headers }: { headers: Headers }) => nanoOf(headers.get('x-gateway-cost-cny') ?? '');
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';

  const losses = async (groups: string, range = '') =>
    (await operator.get<{ items: LossItem[] }>(`/admin/losses?group_by=${groups}${range}`)).body.data.items;

  async function price(unitType: string, nano: number): Promise<void> {
    // A price list is complete: an absent unit has no price.
    await stack.query(
      'gateway',
      `INSERT INTO prices (id, list_id, model_id, unit_type, unit_name, price_nano, position, effective_at)
       SELECT gen_random_uuid(), $3, model_id, unit_type, unit_name, CASE WHEN unit_type = $1 THEN $2 ELSE price_nano END, position, now()
       FROM prices WHERE model_id = 'fake-chat' AND effective_at = (SELECT max(effective_at) FROM prices WHERE model_id = 'fake-chat')`,
      [unitType, nano, randomUUID()],
    );
    await waitUntil(
      () =>
        callApi<{ pricing: { units: { unit_type: string; price_cny: number }[] } }>(
          stack.gatewayUrl,
          'GET',
          '/v1/models/fake-chat',
        ),
      ({ body }) => body.pricing.units.some((unit) => unit.unit_type === unitType && unit.price_cny === nano / 1e9),
    );
  }

  it('uses the price at the start of a request, whatever changes while it runs', async () => {
    let answer = () => {};
    supplier.script({ kind: 'answer', after: new Promise((resolve) => (answer = resolve)) });
    const calls = supplier.calls.length;
    const running = ask();
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count > calls,
    );
    await price('output_1k_tokens', 60_000_000);
    answer();
    expect(costOf(await running)).toBe(46_000n);
    expect(costOf(await ask())).toBe(22_000n + 240_000n);
    await price('output_1k_tokens', 6_000_000);
  });

  it('is estimated and marked so when the supplier gives no usage', async () => {
    supplier.script({ kind: 'answer', words: ['one', ' two', ' three'], usage: null });
    const counted = await ask();
    expect(counted.body.usage).toMatchObject({ completion_tokens: 3, estimated: true });
    expect(costOf(counted)).toBe(BigInt(counted.body.usage.prompt_tokens) * 2_000n + 3n * 6_000n);
    supplier.script({ kind: 'answer', usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } });
    const nothing = await ask();
    expect([nothing.body.usage.completion_tokens, nothing.body.usage.estimated, costOf(nothing)]).toEqual([
      0,
      undefined,
      0n,
    ]);
    expect(await operator.ledgerOf(idOf(nothing))).toHaveLength(2);
  });

  it('never exceeds the hold; usage above it is our loss', async () => {
    supplier.script({ kind: 'answer', words: Array.from({ length: 50 }, () => ' word'), usage: null });
    const counted = await ask({ max_tokens: 5 });
    expect(counted.body.usage.completion_tokens).toBe(5);
    // For a limit of five tokens at most 20 are counted, although fifty words came.
    const estimated = (await operator.ledgerOf(idOf(counted))).find(
      ({ account, kind }) => account === 'revenue' && kind === 'loss',
    );
    expect([nanoOf(estimated?.amount_cny ?? '') % 6_000n, nanoOf(estimated?.amount_cny ?? '') >= 15n * 6_000n]).toEqual(
      [0n, true],
    );
    supplier.script({
      kind: 'answer',
      usage: { prompt_tokens: 11, completion_tokens: 1_000_000, total_tokens: 1_000_011 },
    });
    const excessive = await ask({ max_tokens: 5 });
    expect(costOf(excessive)).toBe(costOf(counted));
    const rows = await operator.ledgerOf(idOf(excessive));
    expect(rows.map(({ account, kind }) => `${account} ${kind}`).sort()).toEqual([
      'customer charge',
      'funding loss',
      'revenue charge',
      'revenue loss',
    ]);
    expect(rows.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(0n);
    const loss = rows.find(({ account, kind }) => account === 'revenue' && kind === 'loss');
    const lostNano = 22_000n + 6_000_000_000n - costOf(counted);
    expect(nanoOf(loss?.amount_cny ?? '')).toBe(lostNano);
    const sum = formatted(lostNano + nanoOf(estimated?.amount_cny ?? ''));
    const of = { model: 'fake-chat', reason: 'over_hold', requests: 2, loss_cny: sum, supplier_cost_cny: '0.00' };
    const [line, ...others] = await losses('day,model,route,reason');
    expect([line, others]).toEqual([
      { ...of, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, route_id: expect.any(String) as string },
      [],
    ]);
    expect(await losses('key')).toEqual([
      { key_id: expect.any(String) as string, requests: 2, loss_cny: sum, supplier_cost_cny: '0.00' },
    ]);
    expect(await losses('reason', '&to=2026-01-01')).toEqual([]);
  });

  it.each([false, true])(
    'is estimated when the supplier’s usage is too large for the ledger (stream: %s)',
    async (stream) => {
      const dearNano = 10_000n * 1_000_000_000n;
      const { key } = await fund(stack, 1_000_000_000_000n);
      await price('output_1k_tokens', Number(dearNano));
      supplier.script({
        kind: 'answer',
        words: ['one', ' two'],
        usage: { prompt_tokens: 11, completion_tokens: 1_000_000_000, total_tokens: 1_000_000_011 },
      });
      const answer = await ask({ max_tokens: 3, stream }, key);
      await price('output_1k_tokens', 6_000_000);
      expect([answer.status, answer.text.includes('two')]).toEqual([200, true]);
      const rows = await operator.ledgerOf(idOf(answer));
      expect(rows.map(({ account, kind }) => `${account} ${kind}`).sort()).toEqual([
        'customer charge',
        'revenue charge',
      ]);
      const [output] = rows[0]?.lines.filter(({ unit_type }) => unit_type === 'output_1k_tokens') ?? [];
      expect([output?.units, nanoOf(output?.amount_cny ?? '')]).toEqual([2, (2n * dearNano) / 1_000n]);
      expect(await operator.reconciliation()).toMatchObject({ drift_cny: '0.00', mismatches: [] });
    },
  );

  it('covers what was delivered when the client leaves a stream, and the supplier is stopped', async () => {
    supplier.script({
      kind: 'answer',
      words: ['one', ' two', ' three'],
      stream: { breakAfter: { words: 2, how: 'stall' } },
    });
    const client = officialClient(stack.gatewayUrl, stack.credentials.enterprise_key);
    const { data, response } = await client.chat.completions
      .create({ model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }], stream: true })
      .withResponse();
    let words = '';
    for await (const chunk of data) {
      words += chunk.choices[0]?.delta.content ?? '';
      if (words === 'one two') break;
    }
    await supplier.calls.at(-1)?.leftEarly;
    const rows = await waitUntil(
      () => operator.ledgerOf(response.headers.get('x-request-id') ?? ''),
      (found) => found.length > 0,
    );
    const line = rows
      .find(({ account }) => account === 'customer')
      ?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens');
    expect(line?.units).toBe(2);
  });

  it.each([false, true])(
    'is nothing if the hold was lost, and the supplier’s cost is a loss (stream: %s)',
    async (stream) => {
      const { customerId, key } = await fund(stack, 10_000_000n);
      let goOn = () => {};
      const words = { kind: 'answer' as const, words: ['one', ' two'] };
      supplier.script(
        stream
          ? { ...words, stream: { pauseAfter: { words: 1, until: new Promise<void>((resolve) => (goOn = resolve)) } } }
          : { ...words, after: new Promise<void>((resolve) => (goOn = resolve)) },
      );
      const calls = supplier.calls.length;
      const running = ask({ max_tokens: 5, stream }, key);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (count) => count > calls,
      );
      // The reaper does this to a process that it considers dead.
      await stack.query(
        'gateway',
        `WITH gone AS (DELETE FROM hold_blocks WHERE customer_id = $1) UPDATE customers SET held_nano = 0 WHERE id = $1`,
        [customerId],
      );
      goOn();
      const answer = await running;
      expect([answer.status, answer.text.includes('service_unavailable'), answer.text.includes('[DONE]')]).toEqual([
        stream ? 200 : 503,
        true,
        false,
      ]);
      const rows = await waitUntil(
        () => operator.ledgerOf(idOf(answer)),
        (found) => found.length > 0,
      );
      expect(rows.map(({ account, kind, amount_cny }) => `${account} ${kind} ${amount_cny}`).sort()).toEqual([
        'funding loss 0.00',
        'revenue loss 0.00',
      ]);
      expect((await losses('reason')).find(({ reason }) => reason === 'hold_lost')?.requests).toBe(stream ? 2 : 1);
    },
  );

  it('pays for exactly as many answers as it covers, even for parallel requests', async () => {
    // The answer costs exactly its hold.
    const exact = { max_tokens: 1 };
    const words = (count: number) =>
      supplier.script(
        ...Array.from({ length: count }, () => ({ kind: 'answer' as const, words: ['one'], usage: null })),
      );
    words(1);
    const each = costOf(await ask(exact));
    const { customerId, key } = await fund(stack, each * 7n);
    words(7);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(exact, key)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['429 insufficient_quota']),
    );
    // Another hold may block a request that could be paid after its release, so it is sent again.
    let paid = answers.length - refused.length;
    for (words(7); (await ask(exact, key)).status === 200;) paid += 1;
    expect(paid).toBe(7);
    const { body } = await waitUntil(
      () => operator.get<{ balance_cny: string; held_cny: string }>(`/admin/customers/${customerId}/balance`),
      ({ body: { data } }) => nanoOf(data.held_cny) === 0n,
    );
    expect(nanoOf(body.data.balance_cny)).toBe(0n);
  });

  it('is recorded in an append-only ledger', async () => {
    for (const statement of [
      'UPDATE ledger_entries SET amount_nano = 0',
      'DELETE FROM ledger_entries',
      'TRUNCATE ledger_entries',
    ]) {
      await expect(stack.query('gateway', statement)).rejects.toThrow(/append-only/);
    }
  });

  it('leaves no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  });
});

describe('a customer without money', () => {
  const stack = sharedStack();

  it.each<[string, object]>([
    ['/v1/chat/completions', { model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] }],
    ['/v1/chat/completions', { model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }], stream: true }],
    ['/v1/images/generations', { model: 'sandbox-image', prompt: 'a' }],
    ['/v1/images/tasks', { model: 'sandbox-image', prompt: 'a' }],
  ])('is refused by POST %s %j', async (path, json) => {
    const { key } = await fund(stack, 0n);
    const { status, body, headers } = await callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', path, {
      token: key,
      json,
    });
    expect([status, body.error.code, body.error.type, headers.get('x-should-retry')]).toEqual([
      429,
      'insufficient_quota',
      'insufficient_quota',
      'false',
    ]);
    expect(headers.get('x-gateway-cost-cny')).toBeNull();
  });
});
