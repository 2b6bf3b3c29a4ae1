import { mintToken } from '@shipyard/auth';
import { callApi, PRODUCT_SCOPES, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';
import type { OpenAiFailure } from './gateway-client';

interface Listed {
  object: string;
  data: ({
    id: string;
    pricing: { currency: string; units: { unit_type: string; unit_name: string; price_cny: number }[] } | null;
  } & Record<string, unknown>)[];
}

const FIELDS = [
  'id',
  'object',
  'owned_by',
  'product',
  'display_name',
  'supports_streaming',
  'supports_function_calling',
  'supports_vision',
  'max_input_tokens',
  'max_output_tokens',
  'input_modalities',
  'output_modalities',
  'pricing',
  'created',
];

describe('an anonymous caller', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = stack.gatewayUrl;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const get = <Body = unknown>(path: string, headers: Record<string, string> = {}) =>
    callApi<Body>(url, 'GET', path, { headers });

  describe('who reads the models', () => {
    const id = `shown-${process.pid}`;
    const terms = {
      ...modelTerms('image', { display_name: 'Shown', max_output_tokens: 0, output_modalities: ['image'] }),
      sizes: ['512x512', '1024x1024'],
    };
    const found = async () => (await get<Listed>('/v1/models')).body.data.find((each) => each.id === id);

    afterAll(() => owner.do('PUT', `/models/${id}`, { ...terms, active: false }));

    it('gets every field of the contract in its order, and sizes for image models only', async () => {
      const { body, headers, status } = await get<Listed>('/v1/models');
      expect([status, headers.get('content-type'), Object.keys(body), body.object]).toEqual([
        200,
        'application/json; charset=utf-8',
        ['object', 'data'],
        'list',
      ]);
      // Other suites add models with qualities and with prices for some requests only.
      const models = body.data.filter(({ id: modelId }) => modelId.startsWith('sandbox-'));
      expect(models.length).toBeGreaterThan(2);
      for (const model of models) {
        expect(Object.keys(model)).toEqual(model.product === 'image' ? [...FIELDS, 'sizes'] : FIELDS);
        for (const unit of model.pricing?.units ?? [])
          expect(unit).toEqual({
            unit_type: unit.unit_type,
            unit_name: unit.unit_name,
            price_cny: Number(unit.price_cny),
          });
        expect((await get(`/v1/models/${encodeURIComponent(model.id)}`)).body).toEqual(model);
      }
      const unitsOf = (product: string) =>
        new Set(
          models
            .flatMap((model) => (model.product === product ? (model.pricing?.units ?? []) : []))
            .map(({ unit_type }) => unit_type),
        );
      expect(unitsOf('image')).toEqual(new Set(['image']));
      expect(unitsOf('search')).toEqual(new Set(['request']));
      for (const unit of unitsOf('text'))
        expect([
          'input_1k_tokens',
          'output_1k_tokens',
          'cache_read_1k_tokens',
          'cache_write_1k_tokens',
          'cache_write_1h_1k_tokens',
        ]).toContain(unit);
    });

    it('sees a model without a price, then its price, and no inactive model', async () => {
      await owner.do('PUT', `/models/${id}`, terms);
      expect(await waitUntil(found, (model) => model !== undefined)).toMatchObject({
        pricing: null,
        sizes: terms.sizes,
      });
      await owner.do('POST', `/models/${id}/prices`, {
        units: [{ unit_type: 'image', unit_name: 'a picture', price_cny: '0.123456789' }],
      });
      const priced = await waitUntil(found, (model) => model?.pricing !== null);
      expect(priced?.pricing).toEqual({
        currency: 'CNY',
        units: [{ unit_type: 'image', unit_name: 'a picture', price_cny: 0.123456789 }],
      });
      await owner.do('PUT', `/models/${id}`, { ...terms, active: false });
      await waitUntil(found, (model) => model === undefined);
      for (const unknown of [id, 'nothing', '%00', '..%2fadmin']) {
        const { status, body } = await get<OpenAiFailure>(`/v1/models/${unknown}`);
        expect([status, body.error]).toMatchObject([
          404,
          { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
        ]);
      }
    });

    it('gets the same with any key, and 304 if nothing changed', async () => {
      for (const path of ['/v1/models', '/v1/models/sandbox-chat']) {
        const first = await get(path);
        const etag = first.headers.get('etag') ?? '';
        for (const authorization of [
          'Bearer nothing',
          `Bearer ${mintToken('gwk_')}`,
          'Basic YTpi',
          `Bearer ${credentials.enterprise_key_text_only}`,
        ]) {
          const { status, text } = await get(path, { authorization });
          expect([status, text]).toEqual([200, first.text]);
        }
        const same = await get(path, { 'if-none-match': etag });
        expect([etag, same.status, same.text, same.headers.get('etag')]).toEqual([
          expect.stringMatching(/^(?:W\/)?"\S+"$/),
          304,
          '',
          etag,
        ]);
        expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
      }
    });
  });

  it('can read the health of the gateway', async () => {
    for (const headers of [undefined, { authorization: 'Bearer nothing' }]) {
      const health = await get<{ status: string; version: string; uptime_seconds: number }>('/health', headers);
      expect([health.status, health.body]).toEqual([
        200,
        {
          status: 'ok',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
          uptime_seconds: expect.any(Number) as number,
        },
      ]);
      const ready = await get('/readyz', headers);
      const redis = stack.view.redisUrl === null ? 'absent' : 'ok';
      expect([ready.status, ready.body]).toEqual([
        200,
        { status: 'ok', checks: { postgres: 'ok', redis, store: 'ok' } },
      ]);
    }
  });

  it('cannot read the metrics', async () => {
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/v1/metrics')).status).toBe(404);
  });

  it('gets the gateway’s own request id on every answer, whatever it sends', async () => {
    const token = credentials.enterprise_key;
    const mine = { 'x-request-id': '00000000-0000-7000-8000-00000000beef' };
    const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };
    const answers = [
      await get('/v1/models', mine),
      await get('/v1/nothing', mine),
      await get('/health', mine),
      await get('/readyz', mine),
      await get('/llms.txt', mine),
      await get('/nothing', mine),
      await callApi(url, 'POST', '/v1/chat/completions', { token, json: chat, headers: mine }),
      await callApi(url, 'POST', '/v1/chat/completions', { token, json: { ...chat, stream: true }, headers: mine }),
      await callApi(url, 'POST', '/v1/chat/completions', { json: chat, headers: mine }),
      await callApi(url, 'GET', '/v1/balance', { token, headers: mine }),
      await callApi(url, 'GET', '/admin/customers', { token: credentials.gateway_admin_key, headers: mine }),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(new Set([...ids, mine['x-request-id']]).size).toBe(answers.length + 1);
  });
});

describe('the holder of a key', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);

  it.each(PRODUCT_SCOPES)('is the balance, with a key for %s', async (scope) => {
    const { secret } = await owner.customer('12.5', { scopes: [scope] });
    const plain = await callApi(stack.gatewayUrl, 'GET', '/v1/balance', { token: secret });
    expect([plain.status, plain.text]).toEqual([
      200,
      '{"object":"balance","currency":"CNY","balance_cny":"12.50","held_cny":"0.00","available_cny":"12.50","budget":null}',
    ]);
  });

  it('reads the budget of the key, if it has one', async () => {
    const { secret } = await owner.customer('1', { budget: { amount_cny: '0.5', period: 'month' } });
    const { body } = await callApi<{ budget: { resets_at: string } }>(stack.gatewayUrl, 'GET', '/v1/balance', {
      token: secret,
    });
    expect(body.budget).toEqual({
      amount_cny: '0.50',
      used_cny: '0.00',
      period: 'month',
      resets_at: expect.any(String) as string,
    });
    // The first of a month in Shanghai.
    expect(new Date(Date.parse(body.budget.resets_at) + 8 * 3_600_000).toISOString()).toMatch(
      /^\d{4}-\d\d-01T00:00:00\.000Z$/,
    );
    const nobody = await callApi<OpenAiFailure>(stack.gatewayUrl, 'GET', '/v1/balance');
    expect([nobody.status, nobody.body.error.code]).toEqual([401, 'missing_api_key']);
  });

  it('is refused if only an untrusted proxy names an allowed address', async () => {
    const { secret } = await owner.customer('1', { allowed_ips: ['192.0.2.0/24'] });
    const { status, body } = await callApi<OpenAiFailure>(stack.gatewayUrl, 'GET', '/v1/balance', {
      token: secret,
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    expect([status, body.error.code]).toEqual([403, 'ip_not_allowed']);
  });

  it('is refused with a key in the query', async () => {
    const { enterprise_key } = stack.credentials;
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      const { status, body } = await callApi<OpenAiFailure>(
        stack.gatewayUrl,
        'GET',
        `/v1/balance?${name}=${enterprise_key}`,
      );
      expect([status, body.error.code]).toEqual([401, 'missing_api_key']);
    }
  });
});
