import { callApi, documentedFetch, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { modelTerms, units } from './catalog-rows';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';

interface Completion extends OpenAiFailure {
  model: string;
  usage: { cost_cny: number };
}

/** The first has a route that never answers, the second has none, the third answers at another price. */
describe('the models beside a model', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const named = (name: string) => `${name}-${process.pid}`;
  const [dead, unrouted, other, forbidden] = [named('dead'), named('unrouted'), named('other'), named('forbidden')];
  const terms = modelTerms('text', { supports_streaming: true });
  let customerId: string;
  let secret: string;

  beforeAll(async () => {
    const supplier = { id: dead, kind: 'openai', base_url: 'http://127.0.0.1:9/v1', api_keys: ['x'], internal: true };
    await owner.do('POST', '/suppliers', supplier);
    for (const [id, supplier_id, price_cny] of [
      [dead, dead, '1'],
      [unrouted, null, '1'],
      [other, 'sandbox', '0.5'],
      [forbidden, 'sandbox', '1'],
    ] as const) {
      await owner.do('PUT', `/models/${id}`, terms);
      if (supplier_id) await owner.do('POST', `/models/${id}/routes`, { supplier_id, upstream_model: 'sandbox' });
      await owner.do('POST', `/models/${id}/prices`, { units: units(price_cny) });
    }
    ({ customerId, secret } = await owner.customer('100', { models: [dead, unrouted, other] }));
    await waitUntil(
      async () =>
        (await Promise.all([dead, unrouted, other].map((model) => ask({ model })))).map(({ status }) => status),
      (statuses) => statuses.join() === '502,503,200',
    );
  });

  afterAll(async () => {
    for (const id of [dead, unrouted, other, forbidden])
      await owner.do('PUT', `/models/${id}`, { ...terms, active: false });
  });

  const ask = (json: object, headers: Record<string, string> = {}) =>
    callApi<Completion>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: secret,
      json: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 20, ...json },
      headers,
    });

  it('answer in order, and the one that answers is named and charged', async () => {
    for (const models of [[other], [unrouted, other, dead], [dead, dead, other]]) {
      const { status, body, headers } = await ask({ model: dead, models });
      expect([status, body.model]).toEqual([200, other]);
      const requestId = headers.get('x-request-id') ?? '';
      const charges = (await operator.ledgerOf(requestId)).filter(({ kind }) => kind === 'charge');
      expect(charges.map(({ model, account }) => [model, account]).toSorted()).toEqual([
        [other, 'customer'],
        [other, 'revenue'],
      ]);
      expect(charges[0]?.lines.map(({ unit_price_cny }) => unit_price_cny)).toEqual(['0.50', '0.50']);
      const { request } = await waitUntil(
        () =>
          owner.call<{ request: { model: string; code: string | null; status: number } }>(
            'GET',
            `/requests/${requestId}`,
          ),
        (found) => found.status === 200,
      ).then((found) => found.body.data);
      expect(request).toMatchObject({ model: other, code: null, status: 200 });
    }
  });

  it('stream in the same way', async () => {
    const response = await documentedFetch(`${stack.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: dead,
        models: [unrouted, other],
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
    const text = await response.text();
    expect(text).toContain(`"model":"${other}"`);
    expect(text).not.toContain(`"model":"${dead}"`);
    expect(text.trimEnd()).toMatch(/\[DONE\]$/);
  });

  it('are one request under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `fallback ${customerId}` };
    const first = await ask({ model: dead, models: [other] }, headers);
    const again = await ask({ model: dead, models: [other] }, headers);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
  });

  it('fail as the first one, and cost nothing, if none answers', async () => {
    const before = await owner.do<{ balance_cny: string }>('GET', `/customers/${customerId}/balance`);
    const { status, body } = await ask({ model: dead, models: [unrouted] });
    expect([status, body.error.code]).toEqual([502, 'upstream_error']);
    const none = await ask({ model: unrouted, models: [dead] });
    expect([none.status, none.body.error.code]).toEqual([503, 'no_route_available']);
    const after = await waitUntil(
      () => owner.do<{ balance_cny: string; held_cny: string }>('GET', `/customers/${customerId}/balance`),
      ({ held_cny }) => held_cny === '0.00',
    );
    expect(nanoOf(after.balance_cny)).toBe(nanoOf(before.balance_cny));
  });

  it('come from the key, if the call names none', async () => {
    const fallback = ['sandbox-image', 'nothing', forbidden, unrouted, other];
    const key = await owner.customer('100', { models: [dead, unrouted, other], fallback });
    expect(await owner.do('GET', `/keys/${key.keyId}`)).toMatchObject({ key: { fallback } });
    const askWith = (json: object) =>
      callApi<Completion>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
        token: key.secret,
        json: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 20, ...json },
      });
    const { status, body } = await askWith({ model: dead });
    expect([status, body.model]).toEqual([200, other]);
    expect((await askWith({ model: dead, models: [] })).status).toBe(502);
    await owner.do('PATCH', `/keys/${key.keyId}`, { fallback: null });
    await waitUntil(
      async () => (await askWith({ model: dead })).status,
      (found) => found === 502,
    );
    for (const wrong of [[], ['a', 'a'], Array.from({ length: 9 }, (_, at) => `m${at}`), 'a'])
      expect((await owner.call('PATCH', `/keys/${key.keyId}`, { fallback: wrong })).body.error).toBe(
        'VALIDATION_FAILED',
      );
  });

  it('draw images in the same way', async () => {
    const [broken, drawn] = [named('broken-image'), named('other-image')];
    const image = modelTerms('image', { output_modalities: ['image'], sizes: ['512x512'] });
    for (const [id, supplier_id, price_cny] of [
      [broken, dead, '1'],
      [drawn, 'sandbox', '0.5'],
    ] as const) {
      await owner.do('PUT', `/models/${id}`, image);
      await owner.do('POST', `/models/${id}/routes`, { supplier_id, upstream_model: 'sandbox-image' });
      const unit = { unit_type: 'image', unit_name: 'image', price_cny };
      await owner.do('POST', `/models/${id}/prices`, { units: [unit] });
    }
    const payer = await owner.customer('100');
    const draw = (json: object) =>
      callApi<Completion>(stack.gatewayUrl, 'POST', '/v1/images/generations', {
        token: payer.secret,
        json: { prompt: 'a boat', ...json },
      });
    await waitUntil(
      async () => (await draw({ model: broken })).status,
      (status) => status === 502,
    );
    const { status, body, headers } = await draw({ model: broken, models: [drawn] });
    expect([status, body.model, headers.get('x-gateway-cost-cny')]).toEqual([200, drawn, '0.50']);
    expect((await draw({ model: broken, models: [broken] })).status).toBe(502);
    const wrong = await draw({ model: broken, models: [other] });
    expect([wrong.status, wrong.body.error.code, wrong.body.error.param]).toEqual([404, 'model_not_found', 'models']);

    // A task is offered to them in the same order. Its hold covers the dearest, and its charge is that of the one that drew.
    const task = await owner.customer('100');
    const call = (method: string, path: string, json?: object, headers: Record<string, string> = {}) =>
      callApi<Completion & { id: string; status: string }>(stack.gatewayUrl, method, `/v1/images/tasks${path}`, {
        token: task.secret,
        json,
        headers,
      });
    const json = { model: broken, models: [drawn], prompt: 'a boat', n: 2 };
    const keyed = { 'idempotency-key': `task ${task.customerId}` };
    const submitted = await call('POST', '', json, keyed);
    expect([submitted.status, submitted.body.model]).toEqual([202, broken]);
    expect((await call('POST', '', json, keyed)).body).toEqual(submitted.body);
    const balance = () => owner.do<{ held_cny: string }>('GET', `/customers/${task.customerId}/balance`);
    expect((await balance()).held_cny).toBe('2.00');
    const ended = await waitUntil(
      () => call('GET', `/${submitted.body.id}`),
      ({ body: { status: found } }) => found === 'succeeded' || found === 'failed',
    );
    expect([ended.body.status, ended.body.model, ended.headers.get('x-gateway-cost-cny')]).toEqual([
      'succeeded',
      drawn,
      '1.00',
    ]);
    expect((await balance()).held_cny).toBe('0.00');
    const failing = await call('POST', '', { ...json, models: [] });
    const failed = await waitUntil(
      () => call('GET', `/${failing.body.id}`),
      ({ body: { status: found } }) => found === 'succeeded' || found === 'failed',
    );
    expect([failed.body.status, failed.body.model]).toEqual(['failed', broken]);
    const unusable = await call('POST', '', { ...json, models: [other] });
    expect([unusable.status, unusable.body.error.param]).toEqual([404, 'models']);
    for (const id of [broken, drawn]) await owner.do('PUT', `/models/${id}`, { ...image, active: false });
  });

  it.each<[string, unknown, number, string, string]>([
    ['an unknown model', [other, 'nothing'], 404, 'model_not_found', 'models'],
    ['a model that the key may not use', [forbidden], 403, 'model_not_allowed', 'models'],
    ['no list', other, 400, 'invalid_value', 'models'],
    ['a list of numbers', [1], 400, 'invalid_value', 'models[0]'],
  ])('are refused with %s before anything is asked', async (_, models, ...refusal) => {
    const { status, body } = await ask({ model: other, models });
    expect([status, body.error.code, body.error.param]).toEqual(refusal);
  });
});
