import { randomUUID } from 'node:crypto';
import { callApi, type FakeSupplier, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { catalogRows, modelTerms } from './catalog-rows';
import { nanoOf, Operator } from './gateway-client';

const BASE = '00000000-0000-4000-8000-000000000000';

interface PriceList {
  id: string;
  name: string;
  inherits: string | null;
  multiplier: string;
}
interface Pricing {
  pricing: { units: { unit_type: string; price_cny: number; above_input_tokens?: number }[] } | null;
}

describe('prices', () => {
  const stack = sharedStack();
  let fake: FakeSupplier;
  let supplierId: string;
  const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const { owner, newId, newModel, newSupplier } = catalogRows(stack, () => fake);

  beforeAll(async () => {
    fake = await startFakeSupplier();
    supplierId = await newSupplier({ api_keys: [fake.apiKey] });
  });

  afterAll(() => fake.close());

  const newList = async (terms: object = {}) =>
    (await owner.do<{ price_list: PriceList }>('POST', '/price-lists', { name: `Suite ${randomUUID()}`, ...terms }))
      .price_list;
  const addPrice = (model: string, prices: Record<string, string> | object[], terms: object = {}) =>
    owner.do<{ price: { id: string; price_list_id: string; effective_from: string } }>(
      'POST',
      `/models/${model}/prices`,
      {
        units: Array.isArray(prices)
          ? prices.map((unit: object) => ({ unit_name: 'unit', ...unit }))
          : Object.entries(prices).map(([unit_type, price_cny]) => ({ unit_type, unit_name: 'unit', price_cny })),
        ...terms,
      },
    );
  const shown = async (model: string, token?: string) =>
    Object.fromEntries(
      (
        await callApi<Pricing>(stack.gatewayUrl, 'GET', `/v1/models/${model}`, token === undefined ? {} : { token })
      ).body.pricing?.units.map((unit) => [
        unit.unit_type + (unit.above_input_tokens ? ` above ${unit.above_input_tokens}` : ''),
        unit.price_cny,
      ]) ?? [],
    );
  const untilShown = (model: string, token: string | undefined, prices: object) =>
    waitUntil(
      () => shown(model, token),
      (units) => JSON.stringify(units) === JSON.stringify(prices),
    );
  const newChat = async (prices: Parameters<typeof addPrice>[1]) => {
    const model = await newModel({ max_input_tokens: 500_000, max_output_tokens: 5_000 });
    await addPrice(model, prices);
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: supplierId, upstream_model: 'm' });
    await waitUntil(
      () => callApi<Pricing>(stack.gatewayUrl, 'GET', `/v1/models/${model}`),
      ({ status, body }) => status === 200 && body.pricing !== null,
    );
    return model;
  };
  const post = (path: string, token: string, json: object) =>
    callApi<{ error?: { code: string; param: string | null }; id: string }>(stack.gatewayUrl, 'POST', path, {
      token,
      json,
    });
  const chat = (token: string, model: string, usage: object, more: object = {}) => {
    fake.script({ kind: 'answer', words: ['a'], usage });
    return post('/v1/chat/completions', token, {
      model,
      messages: [{ role: 'user', content: 'word '.repeat(30_000) }],
      ...more,
    });
  };
  const billOf = async ({ headers, status }: { headers: Headers; status: number }) => {
    expect(status).toBe(200);
    const requestId = headers.get('x-request-id') ?? '';
    const rows = await operator.ledgerOf(requestId);
    const charge = rows.find(({ account }) => account === 'customer');
    return {
      requestId,
      nano: -nanoOf(charge?.amount_cny ?? ''),
      lines: charge?.lines.map(({ unit_type, units, unit_price_cny, amount_cny: _, ...terms }) => [
        unit_type,
        units,
        unit_price_cny,
        terms,
      ]),
    };
  };
  const USAGE = { prompt_tokens: 12_345, completion_tokens: 678, total_tokens: 13_023 };

  it('keeps price lists with names of their own, and no circles', async () => {
    const [base] = (await owner.all<PriceList>('/price-lists')).filter(({ id }) => id === BASE);
    expect(base).toMatchObject({ name: 'base', inherits: null, multiplier: '1.00000' });
    const partner = await newList({ multiplier: '0.85' });
    expect(partner).toMatchObject({ inherits: BASE, multiplier: '0.85000' });
    const retail = await newList({ inherits: partner.id });
    expect(await owner.do('GET', `/price-lists/${retail.id}`)).toEqual({
      price_list: { ...retail, inherits: partner.id, multiplier: '1.00000' },
    });
    expect(await owner.do('PATCH', `/price-lists/${retail.id}`, { multiplier: '1.33333' })).toEqual({
      price_list: { ...retail, multiplier: '1.33333' },
    });
    const refusals: [string, string, object, string][] = [
      ['POST', '/price-lists', { name: partner.name }, 'CONFLICT'],
      ['PATCH', `/price-lists/${retail.id}`, { name: partner.name }, 'CONFLICT'],
      ['PATCH', `/price-lists/${BASE}`, { name: 'a' }, 'CONFLICT'],
      ['PATCH', `/price-lists/${partner.id}`, { inherits: retail.id }, 'inherits'],
      ['PATCH', `/price-lists/${partner.id}`, { inherits: partner.id }, 'inherits'],
      ['POST', '/price-lists', { name: 'a', inherits: randomUUID() }, 'inherits'],
      ['POST', '/price-lists', { name: 'a', multiplier: '0.123456' }, 'multiplier'],
      ['POST', '/price-lists', { name: 'a', multiplier: 0.5 }, 'multiplier'],
      ['POST', '/price-lists', { name: '' }, 'name'],
      ['PATCH', `/price-lists/${randomUUID()}`, {}, 'NOT_FOUND'],
    ];
    for (const [method, path, json, reason] of refusals) {
      const { body } = await owner.call(method, path, json);
      expect([path, json, body.details?.fields?.[0]?.field ?? body.error]).toEqual([path, json, reason]);
    }
    const [entry] = await owner.all<{ action: string; subject_id: string }>('/audit');
    expect(entry).toMatchObject({ action: 'price_list.update', subject_id: retail.id });
  });

  it('charges a customer by its list, names it, and shows it to this customer only', async () => {
    const model = await newChat({ input_1k_tokens: '0.0216543', output_1k_tokens: '0.1082715' });
    const partner = await newList({ multiplier: '0.85' });
    const retail = await newList({ inherits: partner.id, multiplier: '1.33333' });
    const { customerId, secret } = await owner.customer();
    const base = { input_1k_tokens: 0.0216543, output_1k_tokens: 0.1082715 };
    expect(await shown(model, secret)).toEqual(base);
    expect(await owner.do('GET', `/customers/${customerId}/price-list`)).toMatchObject({ price_list_id: BASE });
    const put = await owner.call<object>('PUT', `/customers/${customerId}/price-list`, { price_list_id: retail.id });
    expect([put.status, put.body.data]).toMatchObject([
      200,
      { customer_id: customerId, price_list_id: retail.id, price_list: retail },
    ]);
    const own = await addPrice(model, { output_1k_tokens: '0.09' }, { price_list_id: partner.id });
    expect(own.price.price_list_id).toBe(partner.id);
    await untilShown(model, secret, { input_1k_tokens: 0.024541479, output_1k_tokens: 0.1199997 });
    expect(await owner.do('GET', `/customers/${customerId}/price-list`)).toMatchObject({ price_list: retail });
    for (const token of [undefined, 'gwk_nothing', stack.credentials.enterprise_key])
      expect(await shown(model, token)).toEqual(base);
    const mine = await callApi(stack.gatewayUrl, 'GET', '/v1/models', { token: secret });
    const all = await callApi(stack.gatewayUrl, 'GET', '/v1/models');
    expect([mine.headers.get('cache-control'), all.headers.get('cache-control')]).toEqual([
      'private, no-cache',
      'public, no-cache',
    ]);
    expect(mine.headers.get('etag')).not.toBe(all.headers.get('etag'));
    for (const { headers } of [mine, all]) expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
    const docs = await callApi(stack.gatewayUrl, 'GET', '/docs/models-and-prices.md', { token: secret });
    expect(docs.text).toContain('| 0.1082715 |');

    // The last example of docs/prices.md.
    const bill = await billOf(await chat(secret, model, USAGE));
    expect(bill).toMatchObject({
      nano: 384_324_355n,
      lines: [
        ['input_1k_tokens', 12_345, '0.024541479', { price_list: retail.name }],
        ['output_1k_tokens', 678, '0.1199997', { price_list: retail.name }],
      ],
    });
    const { request } = await waitUntil(
      () => owner.call<{ request: { price_list: string; cost_cny: string } }>('GET', `/requests/${bill.requestId}`),
      ({ status }) => status === 200,
    ).then(({ body }) => body.data);
    expect(request).toMatchObject({ price_list: retail.name, cost_cny: '0.384324355' });
    expect(await owner.do('GET', `/customers/${customerId}/balance`)).toMatchObject({ balance_cny: '9.615675645' });
    const other = await billOf(await chat(stack.credentials.enterprise_key, model, USAGE));
    expect(other.lines).toEqual([
      ['input_1k_tokens', 12_345, '0.0216543', { price_list: 'base' }],
      ['output_1k_tokens', 678, '0.1082715', { price_list: 'base' }],
    ]);

    // A change of the list, then of the customer.
    await owner.do('PATCH', `/price-lists/${retail.id}`, { multiplier: '1', name: `${retail.name} 2` });
    await untilShown(model, secret, { input_1k_tokens: 0.018406155, output_1k_tokens: 0.09 });
    expect((await billOf(await chat(secret, model, USAGE))).lines?.[1]).toEqual([
      'output_1k_tokens',
      678,
      '0.09',
      { price_list: `${retail.name} 2` },
    ]);
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: null });
    await untilShown(model, secret, base);
    // Rows that were written keep the name and the prices.
    expect((await operator.ledgerOf(bill.requestId))[0]?.lines[0]?.price_list).toBe(retail.name);
    expect(await operator.reconciliation()).toMatchObject({ drift_cny: '0.00', mismatches: [] });
  });

  it('starts a list and a price at their time, and takes back what has not started', async () => {
    const model = await newChat({ input_1k_tokens: '1' });
    const list = await newList({ multiplier: '2' });
    const { customerId, secret } = await owner.customer();
    const far = { effective_from: '2099-01-01T00:00:00Z' };
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: list.id, ...far });
    const { price } = await addPrice(model, { input_1k_tokens: '7' }, { price_list_id: list.id, ...far });
    expect(await shown(model, secret)).toEqual({ input_1k_tokens: 1 });
    // The same instant is free in another list.
    await addPrice(model, { input_1k_tokens: '8' }, far);
    const again = await owner.call('POST', `/models/${model}/prices`, {
      units: [{ unit_type: 'input_1k_tokens', unit_name: 'a', price_cny: '9' }],
      price_list_id: list.id,
      ...far,
    });
    expect(again.body.error).toBe('CONFLICT');
    expect(await owner.do('DELETE', `/prices/${price.id}`)).toEqual({});
    const effective_from = new Date(Date.now() + 1_500).toISOString();
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: list.id, effective_from });
    await addPrice(model, { input_1k_tokens: '3' }, { effective_from });
    await untilShown(model, secret, { input_1k_tokens: 6 });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(effective_from) - 50);
    const bad: [string, object, string][] = [
      [`/models/${model}/prices`, { units: [], price_list_id: list.id }, 'units'],
      [
        `/models/${model}/prices`,
        { units: [{ unit_type: 'input_1k_tokens', unit_name: 'a', price_cny: '1', size: '1x1' }] },
        'units[0].size',
      ],
      [
        `/models/${model}/prices`,
        {
          units: [{ unit_type: 'input_1k_tokens', unit_name: 'a', price_cny: '1' }],
          price_list_id: randomUUID(),
        },
        'NOT_FOUND',
      ],
    ];
    for (const [path, json, reason] of bad) {
      const { body } = await owner.call('POST', path, json);
      expect([json, body.details?.fields?.[0]?.field ?? body.error]).toEqual([json, reason]);
    }
    for (const json of [{}, { price_list_id: randomUUID() }])
      expect((await owner.call('PUT', `/customers/${randomUUID()}/price-list`, json)).body.error).toBe('NOT_FOUND');
  });

  it.each([false, true])('charges each class of tokens that a supplier reports (stream: %s)', async (stream) => {
    const model = await newChat([
      { unit_type: 'input_1k_tokens', price_cny: '0.018' },
      { unit_type: 'output_1k_tokens', price_cny: '0.0721' },
      { unit_type: 'reasoning_1k_tokens', price_cny: '0.0240007' },
      { unit_type: 'audio_input_1k_tokens', price_cny: '0.2880001' },
      { unit_type: 'audio_output_1k_tokens', price_cny: '0.5760003' },
      { unit_type: 'image_input_1k_tokens', price_cny: '0.0360007' },
      { unit_type: 'image_output_1k_tokens', price_cny: '0.2160009' },
      { unit_type: 'input_1k_tokens', price_cny: '0.0025003', above_input_tokens: 5_000 },
      { unit_type: 'request', price_cny: '0.0100001' },
    ]);
    const usage = (prompt_tokens: number) => ({
      prompt_tokens,
      prompt_tokens_details: { cached_tokens: 100, audio_tokens: 333, image_tokens: 1_024 },
      completion_tokens: 4_000,
      completion_tokens_details: { reasoning_tokens: 1_234, audio_tokens: 41, image_tokens: 90 },
      total_tokens: prompt_tokens + 4_000,
    });
    const { secret } = await owner.customer('100');
    const base = { price_list: 'base' };
    const linesFor = (input: number, inputPrice: string, terms: object) => [
      ['input_1k_tokens', input, inputPrice, terms],
      ['cache_read_1k_tokens', 100, inputPrice, terms],
      ['audio_input_1k_tokens', 333, '0.2880001', base],
      ['image_input_1k_tokens', 1_024, '0.0360007', base],
      ['output_1k_tokens', 2_635, '0.0721', base],
      ['reasoning_1k_tokens', 1_234, '0.0240007', base],
      ['audio_output_1k_tokens', 41, '0.5760003', base],
      ['image_output_1k_tokens', 90, '0.2160009', base],
      ['request', 1, '0.0100001', base],
    ];
    const ask = async (tokens: number) => billOf(await chat(secret, model, usage(tokens), { stream }));
    const [at, above] = [await ask(5_000), await ask(5_001)];
    expect(at.lines).toEqual(linesFor(3_543, '0.018', base));
    expect(above.lines).toEqual(linesFor(3_544, '0.0025003', { ...base, above_input_tokens: 5_000 }));
    expect(await operator.reconciliation()).toMatchObject({ drift_cny: '0.00', mismatches: [] });
  });

  it('charges images by size and quality, also of a task, at the price of its submission', async () => {
    const model = newId();
    const terms = modelTerms('image', {
      output_modalities: ['image'],
      sizes: ['256x256', '512x512'],
      qualities: ['low', 'high'],
    });
    await owner.do('PUT', `/models/${model}`, terms);
    await addPrice(model, [
      { unit_type: 'image', price_cny: '0.25' },
      { unit_type: 'image', price_cny: '0.4000001', size: '512x512' },
      { unit_type: 'image', price_cny: '1.3500007', size: '512x512', quality: 'high' },
      { unit_type: 'request', price_cny: '0.01' },
    ]);
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: 'sandbox', upstream_model: 'sandbox-image' });
    const list = await newList({ multiplier: '0.5' });
    const { customerId, secret } = await owner.customer('50');
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: list.id });
    const listed = await waitUntil(
      () =>
        callApi<Pricing & { qualities: string[] }>(stack.gatewayUrl, 'GET', `/v1/models/${model}`, { token: secret }),
      ({ body }) => body.pricing?.units[0]?.price_cny === 0.125,
    );
    expect(listed.body).toMatchObject({
      qualities: ['low', 'high'],
      pricing: { units: [{}, { size: '512x512' }, { size: '512x512', quality: 'high', price_cny: 0.67500035 }, {}] },
    });
    const draw = (more: object) => post('/v1/images/generations', secret, { model, prompt: 'a', ...more });
    const name = { price_list: list.name };
    const request = ['request', 1, '0.005', name];
    expect((await billOf(await draw({ quality: 'high', size: '512x512', n: 2 }))).lines).toEqual([
      ['image', 2, '0.67500035', { ...name, size: '512x512', quality: 'high' }],
      request,
    ]);
    expect((await billOf(await draw({ quality: 'auto', size: '512x512' }))).lines).toEqual([
      ['image', 1, '0.20000005', { ...name, size: '512x512' }],
      request,
    ]);
    expect((await billOf(await draw({}))).lines).toEqual([['image', 1, '0.125', name], request]);
    const task = await post('/v1/images/tasks', secret, { model, prompt: 'a', size: '512x512', quality: 'high' });
    expect(task.status).toBe(202);
    await owner.do('PUT', `/customers/${customerId}/price-list`, { price_list_id: null });
    const done = await waitUntil(
      () => callApi<{ status: string }>(stack.gatewayUrl, 'GET', `/v1/images/tasks/${task.body.id}`, { token: secret }),
      ({ body }) => body.status === 'succeeded',
    );
    expect((await billOf(done)).lines).toEqual([
      ['image', 1, '0.67500035', { ...name, size: '512x512', quality: 'high' }],
      request,
    ]);
    const unknown = await draw({ quality: 'ultra' });
    expect([unknown.status, unknown.body.error]).toMatchObject([400, { code: 'invalid_value', param: 'quality' }]);
    const without = await post('/v1/images/generations', secret, {
      model: 'sandbox-image',
      prompt: 'a',
      quality: 'high',
    });
    expect([without.status, without.body.error]).toMatchObject([
      400,
      { code: 'unsupported_parameter', param: 'quality' },
    ]);
    expect((await owner.call('PUT', `/models/${newId()}`, modelTerms('text', { qualities: ['a'] }))).status).toBe(400);
    expect(await operator.reconciliation()).toMatchObject({ drift_cny: '0.00', mismatches: [] });
  });

  it('charges searches by depth', async () => {
    const model = newId();
    await owner.do('PUT', `/models/${model}`, modelTerms('search'));
    await addPrice(model, [
      { unit_type: 'request', price_cny: '0.0360001' },
      { unit_type: 'request', price_cny: '0.0720005', depth: 'advanced' },
    ]);
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: 'sandbox', upstream_model: 'sandbox-search' });
    const search = (more: object) =>
      post('/v1/searches', stack.credentials.enterprise_key, { model, query: 'rockets', ...more });
    const basic = await waitUntil(
      () => search({}),
      ({ status }) => status === 200,
    );
    expect((await billOf(basic)).lines).toEqual([['request', 1, '0.0360001', { price_list: 'base' }]]);
    expect((await billOf(await search({ depth: 'advanced' }))).lines).toEqual([
      ['request', 1, '0.0720005', { price_list: 'base', depth: 'advanced' }],
    ]);
    expect((await search({ depth: 'deep' })).body.error).toMatchObject({ code: 'invalid_value', param: 'depth' });
    const serper = await newSupplier({ kind: 'serper', base_url: 'http://127.0.0.1:9' });
    const shallow = newId();
    await owner.do('PUT', `/models/${shallow}`, modelTerms('search'));
    await addPrice(shallow, { request: '1' });
    await owner.do('POST', `/models/${shallow}/routes`, { supplier_id: serper, upstream_model: 'a' });
    const refused = await waitUntil(
      () => post('/v1/searches', stack.credentials.enterprise_key, { model: shallow, query: 'a', depth: 'advanced' }),
      ({ body }) => !['model_not_found', 'no_route_available'].includes(String(body.error?.code)),
    );
    expect(refused.body.error).toMatchObject({ code: 'unsupported_parameter', param: 'depth' });
  });
});
