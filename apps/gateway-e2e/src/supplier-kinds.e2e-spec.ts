import {
  CANARY,
  documentedFetch,
  type FakeChoice,
  type FakeSupplier,
  faultsOfChunk,
  faultsOfShape,
  sharedStack,
  startFakeAnthropic,
  startFakeGemini,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';
import { chunksOf } from './checked-fetch';
import { Operator } from './gateway-client';

const TERMS = modelTerms('text', {
  supports_streaming: true,
  supports_function_calling: true,
  supports_vision: true,
  max_input_tokens: 100_000,
  input_modalities: ['text', 'image', 'file'],
});
const UNITS = [
  { unit_type: 'input_1k_tokens', unit_name: '1K input tokens', price_cny: '0.002' },
  { unit_type: 'output_1k_tokens', unit_name: '1K output tokens', price_cny: '0.006' },
];
const TOOLS = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];
const CALLS: FakeChoice = {
  toolCalls: ['Paris', 'Bern'].map((city) => ({ name: 'weather', arguments: [`{"city":"${city}"}`] })),
};

describe('suppliers of the kinds anthropic and gemini', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const idOf = (name: string) => `kinds-${process.pid}-${name}`;
  const fakes: Record<string, FakeSupplier<Record<string, unknown>>> = {};

  const fakeOf = (kind: string): FakeSupplier<Record<string, unknown>> => {
    const fake = fakes[kind];
    if (!fake) throw new Error(`There is no fake of ${kind}`);
    return fake;
  };

  const addModel = async (name: string, kinds: string[]) => {
    await owner.do('PUT', `/models/${idOf(name)}`, TERMS);
    await owner.do('POST', `/models/${idOf(name)}/prices`, { units: UNITS });
    for (const [priority, kind] of kinds.entries()) {
      await owner.do('POST', `/models/${idOf(name)}/routes`, {
        supplier_id: idOf(`${kind}-supplier`),
        upstream_model: `${kind}-3-${CANARY}`,
        priority,
      });
    }
  };

  const ask = (model: string, body: object) =>
    documentedFetch(`${stack.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.credentials.enterprise_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: idOf(model), messages: [{ role: 'user', content: 'Say hello' }], ...body }),
    });

  async function discreetText(response: Response): Promise<string> {
    const text = await response.text();
    expect(text + JSON.stringify([...response.headers])).not.toContain(CANARY);
    return text;
  }

  beforeAll(async () => {
    fakes.anthropic = await startFakeAnthropic();
    fakes.gemini = await startFakeGemini();
    for (const kind of ['anthropic', 'gemini']) {
      const { baseUrl, apiKey } = fakeOf(kind);
      await owner.do('POST', '/suppliers', {
        id: idOf(`${kind}-supplier`),
        kind,
        base_url: baseUrl,
        api_keys: [apiKey],
        internal: true,
      });
      await addModel(kind, [kind]);
    }
    await addModel('either', ['gemini', 'anthropic']);
    const isServed = async () => (await ask('either', {})).status;
    await waitUntil(isServed, (status) => status === 200);
  });

  afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

  describe.each(['anthropic', 'gemini'])('%s', (kind) => {
    it('returns a complete answer, and is charged by its usage', async () => {
      const response = await ask(kind, {});
      const body: unknown = JSON.parse(await discreetText(response));
      expect(faultsOfShape('CreateChatCompletionResponse', body)).toEqual([]);
      expect(body).toMatchObject({
        model: idOf(kind),
        choices: [{ message: { content: 'Hello from afar.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 11, completion_tokens: 4 },
      });
      const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
      const rows = await waitUntil(
        () => operator.ledgerOf(response.headers.get('x-request-id') ?? ''),
        (found) => found.length > 0,
      );
      expect(rows.find(({ account }) => account === 'customer')?.lines).toMatchObject([
        { unit_type: 'input_1k_tokens', units: 11 },
        { unit_type: 'output_1k_tokens', units: 4 },
      ]);
    });

    it('streams two tool calls', async () => {
      fakeOf(kind).script({ kind: 'answer', choices: [CALLS] });
      const text = await discreetText(
        await ask(kind, { tools: TOOLS, stream: true, stream_options: { include_usage: true } }),
      );
      const chunks = chunksOf(text);
      expect(chunks.flatMap(faultsOfChunk)).toEqual([]);
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 11 } });
      expect(text).toContain('"finish_reason":"tool_calls"');
    });

    it('never makes a broken stream look complete', async () => {
      fakeOf(kind).script({ kind: 'answer', stream: { breakAfter: { words: 2, how: 'error' } } });
      const text = await discreetText(await ask(kind, { stream: true }));
      expect(faultsOfShape('ErrorResponse', chunksOf(text).at(-1))).toEqual([]);
      expect(text).not.toContain('[DONE]');
    });

    it.each([500, 503, 529])('hides its %i', async (status) => {
      fakeOf(kind).script({ kind: 'status', status });
      const response = await ask(kind, {});
      expect([response.status, JSON.parse(await discreetText(response))]).toMatchObject([
        502,
        { error: { code: 'upstream_error' } },
      ]);
    });

    it('takes values that mean the same as none, and hints', async () => {
      const neutral = { service_tier: 'default', modalities: ['text'], logit_bias: {}, n: 1, tools: [], seed: null };
      const hints = { user: 'u', safety_identifier: 's', metadata: { a: 'b' }, prompt_cache_key: 'k', store: false };
      for (const parameters of [neutral, hints, { ...neutral, ...hints, service_tier: 'auto' }])
        expect((await ask(kind, parameters)).status).toBe(200);
    });

    it('is not called for parameters that it does not support', async () => {
      const asked = fakeOf(kind).calls.length;
      const response = await ask(kind, { logit_bias: { 1: 1 } });
      expect([response.status, JSON.parse(await discreetText(response))]).toMatchObject([
        400,
        { error: { code: 'unsupported_parameter', param: 'logit_bias' } },
      ]);
      expect(fakeOf(kind).calls).toHaveLength(asked);
    });

    it('can be tested', async () => {
      const { checks } = await owner.do<{ checks: object[] }>('POST', `/suppliers/${idOf(`${kind}-supplier`)}/test`);
      // The fakes have no list of models.
      expect(checks).toMatchObject([
        { status: 404, message: 'The supplier answers, but has no list of models at this base_url. Check base_url.' },
      ]);
    });
  });

  it('read a PDF, or are skipped for it', async () => {
    const file = { filename: 'terms.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjcKJSVFT0Y=' };
    const messages = [{ role: 'user', content: [{ type: 'file', file }] }];
    const calls = Object.values(fakes).map((fake) => fake.calls.length);
    expect((await ask('either', { messages })).status).toBe(200);
    expect(Object.values(fakes).map((fake, at) => fake.calls.length - (calls[at] ?? 0))).toEqual([1, 0]);
    expect(JSON.stringify(fakeOf('anthropic').calls.at(-1)?.body)).toContain('JVBERi0xLjcKJSVFT0Y=');
    const refused = await ask('gemini', { messages });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'unsupported_parameter', param: 'messages[0].content[0]' } },
    ]);
  });

  it('ask no address inside a network for an image that a customer names', async () => {
    const calls = fakeOf('gemini').calls.length;
    const url = fakeOf('gemini').baseUrl.replace('http:', 'https:');
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    for (const stream of [false, true]) {
      const refused = await ask('gemini', { messages: [{ role: 'user', content }], stream });
      expect([refused.status, JSON.parse(await discreetText(refused))]).toMatchObject([
        400,
        {
          error: {
            code: 'invalid_value',
            param: 'messages[0].content[1].image_url.url',
            message: expect.stringContaining('public https address') as string,
          },
        },
      ]);
    }
    expect(fakeOf('gemini').calls).toHaveLength(calls);
  });

  it('are skipped for an image URL that only another supplier can fetch', async () => {
    const before = Object.values(fakes).map(({ calls }) => calls.length);
    const content = [{ type: 'image_url', image_url: { url: 'http://pictures.example/a.png' } }];
    expect((await ask('either', { messages: [{ role: 'user', content }] })).status).toBe(200);
    expect((await ask('either', { seed: 1 })).status).toBe(200);
    const after = Object.values(fakes).map(({ calls }) => calls.length);
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1]);
  });

  it('receive nothing that they refuse', () => {
    expect(
      Object.values(fakes)
        .flatMap(({ refusals }) => refusals)
        .filter((refusal) => refusal !== 'Not found'),
    ).toEqual([]);
  });
});
