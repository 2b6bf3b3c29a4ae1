import { callApi, sharedStack, type SupplierBehavior, waitUntil } from '@shipyard/testing';
import OpenAI from 'openai';
import { CheckedFetch } from './checked-fetch';
import { type FakeStack, joinFakeStack } from './fake-stack';
import { Operator } from './gateway-client';

const messages = [{ role: 'user' as const, content: 'Say hello' }];

/** The client retries, times out and disconnects by itself. */
describe('the official client', () => {
  let fake: FakeStack;
  let operator: Operator;

  beforeAll(async () => {
    fake = await joinFakeStack(sharedStack());
    operator = new Operator(fake.stack.gatewayUrl, fake.stack.credentials.gateway_admin_key);
  });

  afterAll(() => fake.leave());

  const order = { model: 'fake-chat', messages };

  function newClient(options: { maxRetries?: number; timeout?: number } = {}) {
    const checked = new CheckedFetch();
    return {
      checked,
      client: new OpenAI({
        baseURL: `${fake.stack.gatewayUrl}/v1`,
        apiKey: fake.secret,
        fetch: checked.fetch,
        ...options,
      }),
    };
  }

  const noHolds = () => operator.settledBooks();

  it('retries twice by default when the supplier fails, and is charged once', async () => {
    const { client, checked } = newClient();
    const asked = fake.supplier.calls.length;
    const failure: SupplierBehavior = {
      kind: 'status',
      status: 503,
      headers: { 'retry-after': '3600', 'x-should-retry': 'false' },
    };
    fake.supplier.script(failure, failure);
    const { choices } = await client.chat.completions.create(order);
    expect([choices[0]?.message.content, checked.statuses]).toEqual(['Hello from afar.', [502, 502, 200]]);
    expect(fake.supplier.calls.length - asked).toBe(3);
    const charges = await fake.stack.query(
      'gateway',
      "SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'charge' AND account = 'customer' AND customer_id = $1",
      [fake.customerId],
    );
    expect(charges).toEqual([{ count: 1 }]);
  });

  it('does not retry insufficient_quota, and no supplier is called', async () => {
    const { client, checked } = newClient();
    const asked = fake.supplier.calls.length;
    await expect(client.chat.completions.create({ ...order, model: 'fake-dear' })).rejects.toBeInstanceOf(
      OpenAI.RateLimitError,
    );
    expect([checked.statuses, fake.supplier.calls.length]).toEqual([[429], asked]);
  });

  it('does not retry refused content', async () => {
    const { client, checked } = newClient();
    fake.supplier.script({ kind: 'status', status: 400, body: { error: { message: 'No.', code: 'content_filter' } } });
    await expect(client.chat.completions.create(order)).rejects.toMatchObject({ code: 'content_policy_violation' });
    expect(checked.statuses).toEqual([400]);
  });

  it.each([false, true])('stops the supplier’s call after its own timeout (streamed: %s)', async (stream) => {
    const { client } = newClient({ maxRetries: 0, timeout: 300 });
    const asked = fake.supplier.calls.length;
    fake.supplier.script({ kind: 'stall' });
    await expect(client.chat.completions.create({ ...order, stream })).rejects.toBeInstanceOf(
      OpenAI.APIConnectionTimeoutError,
    );
    await fake.supplier.calls[asked]?.leftEarly;
    await noHolds();
  });

  it('is charged nothing if it disconnects before the first byte', async () => {
    const { client } = newClient({ maxRetries: 0 });
    const { balance_cny } = await balance();
    const asked = fake.supplier.calls.length;
    const leaving = new AbortController();
    fake.supplier.script({ kind: 'stall' });
    const answer = client.chat.completions.create(order, { signal: leaving.signal });
    const left = expect(answer).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    await waitUntil(
      () => Promise.resolve(fake.supplier.calls.length),
      (count) => count > asked,
    );
    leaving.abort();
    await left;
    await fake.supplier.calls[asked]?.leftEarly;
    await noHolds();
    expect(await balance()).toMatchObject({ balance_cny });
  });

  it('pays for what was delivered if it disconnects during a stream', async () => {
    const { client } = newClient({ maxRetries: 0 });
    const asked = fake.supplier.calls.length;
    fake.supplier.script({
      kind: 'answer',
      words: ['One', ' two', ' three'],
      stream: { breakAfter: { words: 2, how: 'stall' } },
    });
    const { data: stream, response } = await client.chat.completions.create({ ...order, stream: true }).withResponse();
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === ' two') stream.controller.abort();
    await fake.supplier.calls[asked]?.leftEarly;
    const rows = await waitUntil(
      () => operator.ledgerOf(response.headers.get('x-request-id') ?? ''),
      (found) => found.length > 0,
    );
    const units = rows
      .find(({ account }) => account === 'customer')
      ?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units;
    expect(units).toBe(2);
    await noHolds();
  });

  it.each(['reset', 'error', 'garbage', 'end', 'done', 'stall'] as const)(
    'reports a stream that broke by %s',
    async (how) => {
      const { client, checked } = newClient({ maxRetries: 0 });
      fake.supplier.script({ kind: 'answer', stream: { breakAfter: { words: 2, how } } });
      const stream = client.chat.completions.stream(order);
      const heard: string[] = [];
      stream.on('content', (delta) => heard.push(delta));
      await expect(stream.finalChatCompletion()).rejects.toMatchObject({
        code: how === 'stall' ? 'upstream_timeout' : 'upstream_error',
        type: 'api_error',
        param: null,
      });
      expect(heard.join('')).toBe('Hello from');
      expect(await checked.faults()).toEqual([]);
    },
  );

  async function balance() {
    const call = { token: fake.secret };
    return (await callApi<{ balance_cny: string }>(fake.stack.gatewayUrl, 'GET', '/v1/balance', call)).body;
  }
});
