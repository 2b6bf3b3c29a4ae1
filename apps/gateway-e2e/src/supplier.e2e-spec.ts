import {
  CANARY,
  type FakeSupplier,
  startFakeSupplier,
  startTestStack,
  type StreamManners,
  type TestStack,
  waitUntil,
  writeFakeCatalog,
} from '@shipyard/testing';
import OpenAI from 'openai';
import { nanoOf, officialClient, Operator } from './gateway-client';

/** An OpenAI-compatible supplier over the wire: what it says is passed on, how it fails is not, and each answer is charged once. */
describe('a supplier that speaks OpenAI', () => {
  let supplier: FakeSupplier;
  let stack: TestStack;
  let client: OpenAI;
  let operator: Operator;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startTestStack({ environment: { GATEWAY_CONFIG: await writeFakeCatalog(supplier) } });
    client = officialClient(stack.gatewayUrl, stack.credentials.enterprise_key);
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await stack.stop();
    await supplier.close();
  });

  const order = { model: 'fake-chat', messages: [{ role: 'user' as const, content: 'Say hello' }] };

  /** The raw answer, so that headers and every byte can be searched. */
  const askRaw = (body: object) =>
    fetch(`${stack.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.credentials.enterprise_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, ...body }),
    });

  async function expectNothingLeaked(response: Response): Promise<string> {
    const body = await response.text();
    expect(body).not.toContain(CANARY);
    expect(body).not.toContain('upstream-of-fake');
    expect(JSON.stringify([...response.headers])).not.toContain(CANARY);
    return body;
  }

  it('answers under the alias, with its usage billed', async () => {
    const { data, response } = await client.chat.completions.create(order).withResponse();
    expect(data).toMatchObject({ model: 'fake-chat', choices: [{ message: { content: 'Hello from afar.' } }], usage: { prompt_tokens: 11, completion_tokens: 4 } });
    // 11 × 0.002 / 1000 + 4 × 0.006 / 1000
    expect(nanoOf(response.headers.get('x-gateway-cost-cny') ?? '')).toBe(46_000n);
    expect(supplier.calls.at(-1)?.body).toMatchObject({ model: `upstream-of-fake-${CANARY}` });
    await expectNothingLeaked(await askRaw({}));
  });

  it('bills cached input as input where it has no price of its own', async () => {
    supplier.script({
      kind: 'answer',
      usage: { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000, prompt_tokens_details: { cached_tokens: 400 } },
    });
    const response = await askRaw({});
    await response.text();
    expect(nanoOf(response.headers.get('x-gateway-cost-cny') ?? '')).toBe(2_000_000n);
  });

  it('is counted, and says so, where it gives no usage', async () => {
    supplier.script({ kind: 'answer', usage: null });
    const { data } = await client.chat.completions.create(order).withResponse();
    expect(data.usage).toMatchObject({ estimated: true });
    expect(data.usage?.completion_tokens).toBeGreaterThan(0);
  });

  it.each<[string, StreamManners]>([
    ['plain', {}],
    ['with CRLF and comments', { lineEnd: '\r\n', comments: true }],
    ['byte by byte', { bytewise: true }],
    ['without [DONE]', { withoutDone: true }],
    ['with usage on every chunk', { usageOn: 'every' }],
  ])('streams %s', async (_, stream) => {
    supplier.script({ kind: 'answer', stream });
    const body = await expectNothingLeaked(await askRaw({ stream: true }));
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(body).not.toContain('"usage":{');
    expect(supplier.calls.at(-1)?.body.stream_options).toEqual({ include_usage: true });

    supplier.script({ kind: 'answer', stream });
    const words: string[] = [];
    for await (const chunk of await client.chat.completions.create({ ...order, stream: true })) words.push(chunk.choices[0]?.delta.content ?? '');
    expect(words.join('')).toBe('Hello from afar.');
  });

  it.each<[string, StreamManners]>([
    ['is reset', { breakAfter: { words: 2, how: 'reset' } }],
    ['says an error', { breakAfter: { words: 2, how: 'error' } }],
    ['ends early', { breakAfter: { words: 2, how: 'end' } }],
    ['falls silent', { breakAfter: { words: 2, how: 'stall' } }],
  ])('never looks whole when its stream %s', async (_, stream) => {
    supplier.script({ kind: 'answer', stream });
    const response = await askRaw({ stream: true });
    const body = await expectNothingLeaked(response);
    expect(body).toContain('"error":{');
    expect(body).not.toContain('[DONE]');
  });

  it.each([401, 402, 403, 404, 429, 500, 503])('that answers %i is a fault of the supplier, not of the caller', async (status) => {
    supplier.script({ kind: 'status', status });
    const response = await askRaw({});
    const { error } = JSON.parse(await expectNothingLeaked(response)) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([502, 'upstream_error']);
    expect(response.headers.get('x-gateway-cost-cny')).toBeNull();
  });

  it('that never answers is a time-out', async () => {
    supplier.script({ kind: 'stall' });
    await expect(client.chat.completions.create(order)).rejects.toMatchObject({ status: 504, code: 'upstream_timeout' });
  });

  it('is left when the client leaves, and what was produced is billed', async () => {
    supplier.script({ kind: 'answer', words: ['One', ' two', ' three'], stream: { breakAfter: { words: 2, how: 'stall' } } });
    const leaving = new AbortController();
    const asked = supplier.calls.length;
    const { data, response } = await client.chat.completions.create({ ...order, stream: true }, { signal: leaving.signal }).withResponse();
    let heard = '';
    for await (const chunk of data) {
      heard += chunk.choices[0]?.delta.content ?? '';
      if (heard === 'One two') leaving.abort();
    }
    await supplier.calls[asked]?.leftEarly;
    const rows = await waitUntil(
      () => operator.ledgerOf(response.headers.get('x-request-id') ?? ''),
      (found) => found.length > 0,
    );
    const lines = rows.find(({ account }) => account === 'customer')?.lines ?? [];
    expect(lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units).toBeGreaterThan(0);
  });

  it('leaves no hold behind, and money that agrees', async () => {
    const { drift_cny, open_holds, mismatches } = await waitUntil(
      () => operator.reconciliation(),
      (found) => found.open_holds.count === 0,
    );
    expect([nanoOf(drift_cny), open_holds.count, mismatches]).toEqual([0n, 0, []]);
  });
});
