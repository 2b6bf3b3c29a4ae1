import { callApi, type FakeSupplier, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { catalogRows, modelTerms, units } from './catalog-rows';

interface Item {
  route_id: string;
  supplier_id: string;
  model: string;
  verdict: string;
  code: string;
  reason: string;
}

interface DryRun {
  hold_cny: string;
  error: { status: number; code: string; message: string; param: string | null } | null;
  items: Item[];
}

const CHAT = '/v1/chat/completions';

describe('the dry run of a call', () => {
  const stack = sharedStack();
  let fake: FakeSupplier;
  const { owner, newModel, newSupplier } = catalogRows(stack, () => fake);
  let [openai, gemini, empty] = ['', '', ''];
  let [model, other, unrouted, unpriced] = ['', '', '', ''];
  const ids: Record<string, string> = {};

  const newRoute = async (name: string, of: string, supplier_id: string, change: object = {}) => {
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${of}/routes`, {
      supplier_id,
      upstream_model: 'fake-model',
      ...change,
    });
    ids[name] = route.id;
  };

  beforeAll(async () => {
    fake = await startFakeSupplier();
    [openai, gemini, empty] = [
      await newSupplier(),
      await newSupplier({ kind: 'gemini' }),
      await newSupplier({ kind: 'tavily' }),
    ];
    [model, other, unrouted, unpriced] = [await newModel(), await newModel(), await newModel(), await newModel()];
    await newRoute('second', model, openai, { priority: 1 });
    await newRoute('first', model, gemini);
    await newRoute('search', model, empty);
    await newRoute('off', model, openai, { enabled: false });
    await newRoute('other', other, openai);
    for (const id of [model, other, unrouted]) await owner.do('POST', `/models/${id}/prices`, { units: units('0.01') });
  });

  afterAll(async () => {
    for (const id of [model, other, unrouted, unpriced])
      await owner.do('PUT', `/models/${id}`, { ...modelTerms('text'), active: false });
    await fake.close();
  });

  const run = (request: object, terms: object = {}) =>
    owner.do<DryRun>('POST', '/routes/dry-run', { endpoint: CHAT, request, ...terms });
  const chat = (change: object = {}) => ({
    model,
    max_tokens: 20,
    messages: [{ role: 'user', content: 'hi' }],
    ...change,
  });
  const verdictsOf = ({ items }: DryRun) =>
    items.map(({ route_id, verdict, code }) => [
      Object.keys(ids).find((name) => ids[name] === route_id),
      verdict,
      code,
    ]);

  it('lists every route in the order in which it would be asked, and why', async () => {
    const dry = await waitUntil(
      () => run(chat()),
      ({ items }) => items.length === 4,
    );
    expect(verdictsOf(dry)).toEqual([
      ['first', 'chosen', 'first'],
      ['second', 'next', 'after'],
      ['search', 'refused', 'product'],
      ['off', 'refused', 'disabled'],
    ]);
    expect(dry.error).toBeNull();
    expect(dry.items[0]).toMatchObject({ model, supplier_id: gemini });
    expect(dry.items[0]?.reason).toMatch(/^It is the first /);
    expect(fake.calls).toEqual([]);
  });

  it('says which parameter a route cannot take', async () => {
    const dry = await run(chat({ logit_bias: { 1: 2 } }));
    expect(verdictsOf(dry)).toEqual([
      ['second', 'chosen', 'first'],
      ['search', 'refused', 'product'],
      ['first', 'refused', 'parameter'],
      ['off', 'refused', 'disabled'],
    ]);
    expect(dry.items[2]?.reason).toContain('logit_bias');
  });

  it('holds what the call itself would hold, at the prices of the customer', async () => {
    const { customerId, secret } = await owner.customer('100', { models: [model, other] });
    const { price_list } = await owner.do<{ price_list: { id: string } }>('POST', '/price-lists', {
      name: `half-${customerId}`,
      multiplier: '0.50000',
    });
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: price_list.id });
    const whole = await run(chat());
    const half = await waitUntil(
      () => run(chat(), { customer_id: customerId }),
      ({ hold_cny }) => hold_cny !== whole.hold_cny,
    );
    expect(Number(half.hold_cny) * 2).toBeCloseTo(Number(whole.hold_cny), 9);
    const { body } = await callApi<{ data: { held_cny: string } }>(
      stack.gatewayUrl,
      'GET',
      `/admin/customers/${customerId}/balance`,
      { token: owner.key },
    );
    expect([body.data.held_cny, secret.startsWith('gwk_')]).toEqual(['0.00', true]);
  });

  it('goes through the fallbacks of the call', async () => {
    expect(verdictsOf(await run(chat({ models: [other] })))).toContainEqual(['other', 'next', 'fallback']);
    const last = await run(chat({ model: unrouted, models: [other] }));
    expect([verdictsOf(last), last.error]).toEqual([[['other', 'chosen', 'first']], null]);
  });

  it('says what the call would be refused for', async () => {
    const { customerId, keyId } = await owner.customer('100', { scopes: ['image'] });
    const refusal = async (request: object, terms: object = {}) => {
      const { error, hold_cny, items } = await run(request, terms);
      return [error?.status, error?.code, error?.param, hold_cny, items.some(({ verdict }) => verdict !== 'refused')];
    };
    expect(await refusal(chat(), { key_id: keyId })).toEqual([403, 'insufficient_scope', null, '0', false]);
    expect(await refusal(chat({ model: 'nothing' }))).toEqual([404, 'model_not_found', 'model', '0', false]);
    expect(await refusal(chat({ model: unpriced }))).toEqual([503, 'service_unavailable', null, '0', false]);
    expect(await refusal(chat({ model: unrouted }))).toEqual([503, 'no_route_available', null, '0', false]);
    expect(await refusal(chat({ messages: 'hi' }))).toEqual([400, 'invalid_value', 'messages', '0', false]);
    expect(await refusal(chat({ max_tokens: 101 }))).toEqual([400, 'invalid_value', 'max_tokens', '0', false]);
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
    expect(await refusal(chat(), { customer_id: customerId })).toEqual([403, 'customer_suspended', null, '0', false]);
  });

  it.each([
    ['/v1/images/generations', { model: 'sandbox-image', prompt: 'A boat', n: 2 }],
    ['/v1/images/tasks', { model: 'sandbox-image', prompt: 'A boat' }],
    ['/v1/searches', { query: 'boats' }],
  ])('knows %s', async (endpoint, request) => {
    const { hold_cny, error, items } = await owner.do<DryRun>('POST', '/routes/dry-run', { endpoint, request });
    expect([error, Number(hold_cny) > 0, items[0]?.verdict]).toEqual([null, true, 'chosen']);
  });

  it('refuses what names nothing', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    const status = async (json: object) => (await owner.call('POST', '/routes/dry-run', json)).status;
    expect(await status({ endpoint: CHAT, request: chat(), key_id: nobody })).toBe(404);
    expect(await status({ endpoint: CHAT, request: chat(), customer_id: nobody })).toBe(404);
    expect(await status({ endpoint: '/v1/models', request: {} })).toBe(400);
    expect(await status({ endpoint: CHAT, request: 'hi' })).toBe(400);
  });
});
