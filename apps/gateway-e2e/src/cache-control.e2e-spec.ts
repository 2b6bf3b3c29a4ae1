import {
  callApi,
  type FakeSupplier,
  sharedStack,
  startFakeAnthropic,
  startFakeSupplier,
  waitUntil,
} from '@shipyard/testing';
import { catalogRows } from './catalog-rows';
import { metricsOf } from './gateway-metrics';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';

/** The example of the page of billing. */
const PRICES = {
  input_1k_tokens: '0.0216543',
  cache_read_1k_tokens: '0.00216543',
  cache_write_1k_tokens: '0.027067875',
  cache_write_1h_1k_tokens: '0.0433086',
  output_1k_tokens: '0.1082715',
};
const USAGE = {
  input_tokens: 345,
  cache_read_input_tokens: 10_000,
  cache_creation_input_tokens: 2_000,
  cache_creation: { ephemeral_5m_input_tokens: 1_500, ephemeral_1h_input_tokens: 500 },
  output_tokens: 678,
};

const text = (more: object = {}) => ({ type: 'text', text: 'a fact '.repeat(8_000), ...more });
const MARKED = [
  { role: 'system', content: [text({ cache_control: { type: 'ephemeral', ttl: '1h' } })] },
  { role: 'user', content: [text({ cache_control: { type: 'ephemeral' } }), { type: 'text', text: 'Why?' }] },
];

describe('cache_control in messages', () => {
  const stack = sharedStack();
  let compatible: FakeSupplier;
  let anthropic: FakeSupplier<Record<string, unknown>>;
  let both: string;
  let without: string;
  let partlyPriced: string;
  const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const { owner, newModel, newSupplier } = catalogRows(stack, () => compatible);

  const modelOf = async (supplierIds: string[], prices: Record<string, string> = PRICES) => {
    const model = await newModel({ max_input_tokens: 100_000, max_output_tokens: 1_000 });
    const units = Object.entries(prices).map(([unit_type, price_cny]) => ({ unit_type, unit_name: 'a', price_cny }));
    await owner.do('POST', `/models/${model}/prices`, { units });
    for (const [priority, supplier_id] of supplierIds.entries())
      await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'm', priority });
    await waitUntil(
      () => ask(model, [{ role: 'user', content: 'Hello' }]),
      ({ status }) => status === 200,
    );
    return model;
  };

  beforeAll(async () => {
    compatible = await startFakeSupplier();
    anthropic = await startFakeAnthropic();
    const compatibleId = await newSupplier({ api_keys: [compatible.apiKey] });
    const anthropicId = await newSupplier({
      kind: 'anthropic',
      base_url: anthropic.baseUrl,
      api_keys: [anthropic.apiKey],
    });
    both = await modelOf([compatibleId, anthropicId]);
    without = await modelOf([compatibleId]);
    partlyPriced = await modelOf([anthropicId], { input_1k_tokens: '0.02', output_1k_tokens: '0.1' });
  });

  afterAll(async () => {
    await compatible.close();
    await anthropic.close();
  });

  const ask = (model: string, messages: object[], more: object = {}) =>
    callApi<OpenAiFailure & { usage: { prompt_tokens_details: object } }>(
      stack.gatewayUrl,
      'POST',
      '/v1/chat/completions',
      { token: stack.credentials.enterprise_key, json: { model, messages, ...more } },
    );

  it.each([false, true])('goes to a supplier that takes it, and each class is charged (stream: %s)', async (stream) => {
    anthropic.script({ kind: 'answer', usage: USAGE });
    const [calls, passed] = [anthropic.calls.length, compatible.calls.length];
    const answer = await ask(both, MARKED, { stream });
    expect([answer.status, compatible.calls.length]).toEqual([200, passed]);
    expect(anthropic.calls.slice(calls)).toMatchObject([
      {
        body: {
          system: [{ type: 'text', cache_control: { type: 'ephemeral', ttl: '1h' } }],
          messages: [{ content: [{ cache_control: { type: 'ephemeral' } }, { type: 'text', text: 'Why?' }] }],
        },
      },
    ]);
    const rows = await operator.ledgerOf(answer.headers.get('x-request-id') ?? '');
    expect(rows.map(({ kind }) => kind)).toEqual(['charge', 'charge']);
    expect(Object.fromEntries(rows[0]?.lines.map(({ unit_type, units }) => [unit_type, units]) ?? [])).toEqual({
      input_1k_tokens: 345,
      cache_read_1k_tokens: 10_000,
      cache_write_1k_tokens: 1_500,
      cache_write_1h_1k_tokens: 500,
      output_1k_tokens: 678,
    });
    const charged = rows.find(({ account }) => account === 'revenue');
    expect(nanoOf(charged?.amount_cny ?? '')).toBe(164_789_224n);
    if (!stream)
      expect(answer.body.usage.prompt_tokens_details).toEqual({ cached_tokens: 10_000, cache_write_tokens: 2_000 });
  });

  it('is charged as its parent where its class has no price, and the tokens are counted for the alarm', async () => {
    anthropic.script({ kind: 'answer', usage: USAGE });
    const answer = await ask(partlyPriced, MARKED);
    const rows = await operator.ledgerOf(answer.headers.get('x-request-id') ?? '');
    const charged = rows.find(({ account }) => account === 'revenue');
    expect([answer.status, nanoOf(charged?.amount_cny ?? '')]).toEqual([200, 314_700_000n]);
    const lines = (await metricsOf(stack, 'gateway')).split('\n');
    const counted = lines.flatMap((line) => {
      const [, model, unitType, tokens] =
        /^gateway_unpriced_\w+\{model="([^"]*)",unit_type="([^"]*)"[^}]*\} (\d+)$/u.exec(line) ?? [];
      return model === partlyPriced && tokens !== '0' ? [`${unitType} ${tokens}`] : [];
    });
    expect(counted).toEqual([
      'cache_read_1k_tokens 10000',
      'cache_write_1k_tokens 1500',
      'cache_write_1h_1k_tokens 500',
    ]);
  });

  it('is refused by name if no route takes it', async () => {
    const calls = compatible.calls.length;
    const { status, body } = await ask(without, MARKED);
    expect([status, body.error.code, body.error.param, compatible.calls.length]).toEqual([
      400,
      'unsupported_parameter',
      'messages[0].content[0].cache_control',
      calls,
    ]);
    expect((await ask(without, [{ role: 'user', content: 'Why?' }])).status).toBe(200);
  });

  it.each<[string, string, object]>([
    [
      'of another form',
      'messages[0].content[0].cache_control',
      { content: [text({ cache_control: { type: 'disk' } })] },
    ],
    ['at a message', 'messages[0].cache_control', { content: 'Why?', cache_control: { type: 'ephemeral' } }],
    [
      'at a text that is empty',
      'messages[0].content[0].cache_control',
      { content: [{ type: 'text', text: ' ', cache_control: { type: 'ephemeral' } }] },
    ],
  ])('is refused by name %s', async (_, field, message) => {
    const { status, body } = await ask(both, [{ role: 'user', ...message }]);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'unsupported_parameter', field]);
  });
});
