import {
  CANARY,
  callApi,
  drawImage,
  type FakeSupplier,
  sharedStack,
  startFakeSupplier,
  waitUntil,
} from '@shipyard/testing';
import { Admin, type Listed } from './admin-client';

interface Supplier {
  id: string;
  api_keys: { last4: string }[];
  available: boolean;
}

let made = 0;

describe('suppliers, models, routes and prices', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const newId = () => `suite-${process.pid}-${(made += 1)}`;
  const terms = {
    product: 'text',
    owned_by: 'us',
    display_name: 'Suite',
    supports_streaming: true,
    supports_function_calling: true,
    supports_vision: false,
    max_input_tokens: 1000,
    max_output_tokens: 100,
    input_modalities: ['text'],
    output_modalities: ['text'],
    active: true,
  };
  const units = (price: string) => [
    { unit_type: 'input_1k_tokens', unit_name: '1K input tokens', price_cny: price },
    { unit_type: 'output_1k_tokens', unit_name: '1K output tokens', price_cny: price },
  ];
  let fake: FakeSupplier;

  beforeAll(async () => {
    fake = await startFakeSupplier();
  });

  afterAll(() => fake.close());

  const newModel = async (change: object = {}) => {
    const id = newId();
    await owner.do('PUT', `/models/${id}`, { ...terms, ...change });
    return id;
  };
  const newSupplier = async (change: object = {}) => {
    const id = newId();
    await owner.do('POST', '/suppliers', {
      id,
      kind: 'openai',
      base_url: fake.baseUrl,
      api_keys: ['sk-canary-of-the-suite-0001'],
      internal: true,
      ...change,
    });
    return id;
  };

  it('keeps supplier keys sealed, and shows their last four', async () => {
    const id = newId();
    const api_keys = ['sk-canary-of-the-suite-0001', 'key-0002', 'key-003'];
    const created = await owner.call<{ supplier: Supplier }>('POST', '/suppliers', {
      id,
      kind: 'openai',
      base_url: 'https://up.example/v1/',
      api_keys,
      internal: true,
      timeouts: { idle_ms: 5 },
    });
    expect([created.status, created.body.data.supplier]).toEqual([
      201,
      {
        id,
        kind: 'openai',
        base_url: 'https://up.example/v1',
        api_keys: [{ last4: '0001' }, { last4: '0002' }, { last4: '****' }],
        internal: true,
        timeouts: { idle_ms: 5 },
        available: true,
        created_at: expect.any(String) as string,
        output_limit_parameter: 'max_tokens',
        stream_options: true,
        developer_role: true,
        extra_tools: [],
        extra_parameters: [],
        unsupported_parameters: [],
        response_formats: ['text', 'json_object', 'json_schema'],
        json_schema_by_tool: false,
        image_response_format: 'auto',
        polls_per_second: 20,
        usage_time_zone: 'UTC',
        usage_csv: null,
      },
    ]);
    const changed = await owner.call<{ supplier: Supplier }>('PATCH', `/suppliers/${id}`, {
      api_keys: ['sk-canary-of-the-suite-0003'],
      internal: false,
    });
    expect(changed.body.data.supplier).toMatchObject({
      api_keys: [{ last4: '0003' }],
      internal: false,
      timeouts: { idle_ms: 5 },
    });
    const shown = [
      created,
      changed,
      await owner.call('GET', `/suppliers/${id}`),
      await owner.call('GET', '/suppliers?limit=200'),
      await owner.call('GET', '/audit?limit=200'),
    ];
    for (const { text } of shown) expect(text).not.toContain('sk-canary-of');
    const stored = await stack.query(
      'gateway',
      `SELECT encode(sealed, 'escape') AS sealed FROM supplier_keys WHERE supplier_id = $1`,
      [id],
    );
    expect(stored).toHaveLength(1);
    expect(String(stored[0]?.sealed)).not.toContain('sk-canary-of');
    expect((await owner.call('POST', '/suppliers', { id, kind: 'sandbox', api_keys: [] })).body.error).toBe('CONFLICT');
    expect((await owner.call('DELETE', `/suppliers/${id}`)).status).toBe(200);
    expect((await owner.call('GET', `/suppliers/${id}`)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['id', { id: 'Upper' }],
    ['kind', { kind: 'magic' }],
    ['base_url', { base_url: undefined }],
    ['base_url', { base_url: 'ftp://host/v1' }],
    ['base_url', { base_url: 'https://user:password@host/v1' }],
    ['base_url', { base_url: 'https://@host/v1' }],
    ['base_url', { base_url: 'https://host/v1?key=1' }],
    ['base_url', { base_url: 'http://[fe80::1%25eth0]/v1' }],
    ['base_url', { base_url: null }],
    ['api_keys', { api_keys: ['a\nb'] }],
    ['api_keys', { api_keys: 'sk' }],
    ['timeouts.idle_ms', { timeouts: { idle_ms: 0 } }],
    ['timeouts', { timeouts: [] }],
    ['internal', { internal: 'yes' }],
    ['output_limit_parameter', { output_limit_parameter: 'limit' }],
    ['stream_options', { stream_options: null }],
    ['developer_role', { developer_role: 'no' }],
    ['extra_parameters', { extra_parameters: ['messages'] }],
    ['extra_tools', { extra_tools: ['web search'] }],
    ['extra_tools', { extra_tools: 'web_search' }],
    ['unsupported_parameters', { unsupported_parameters: [1] }],
    ['response_formats', { response_formats: ['xml'] }],
    ['secret', { secret: 1 }],
  ])('refuses a supplier with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('POST', '/suppliers', {
      id: newId(),
      kind: 'openai',
      base_url: 'https://up.example/v1',
      api_keys: [],
      ...change,
    });
    expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  });

  it('accepts every kind', async () => {
    for (const kind of [
      'anthropic',
      'gemini',
      'dashscope',
      'volcengine-images',
      'zhipu',
      'tavily',
      'bocha',
      'serper',
    ]) {
      const asked = await owner.do<{ supplier: Supplier }>('POST', '/suppliers', { id: newId(), kind, api_keys: [] });
      expect(asked.supplier).toMatchObject({ kind, base_url: null, available: true });
    }
  });

  it('tests a supplier', async () => {
    expect(await owner.do('POST', '/suppliers/sandbox/test')).toMatchObject({ ok: true });
    const nobody = await newSupplier({ base_url: 'http://127.0.0.1:9/v1' });
    const { ok, checks } = await owner.do<{ ok: boolean; checks: object[] }>('POST', `/suppliers/${nobody}/test`);
    expect([ok, checks]).toEqual([
      false,
      [
        {
          last4: '0001',
          ok: false,
          status: null,
          ms: expect.any(Number) as number,
          message: expect.stringContaining('could not be reached') as string,
        },
      ],
    ]);
    const answer = await owner.call('POST', `/suppliers/${await newSupplier({ api_keys: [fake.apiKey] })}/test`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(fake.apiKey);
    expect(answer.text).not.toContain(CANARY);
  });

  it('changes the dialect of a supplier, and the parameters it accepts', async () => {
    const strict = await startFakeSupplier({ dialect: { refuses: ['developer', 'max_tokens'], takes: ['top_k'] } });
    try {
      const [supplier_id, model] = [
        await newSupplier({ base_url: strict.baseUrl, api_keys: [strict.apiKey] }),
        await newModel(),
      ];
      await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'up' });
      await owner.do('POST', `/models/${model}/prices`, { units: units('0.001') });
      const { secret } = await owner.customer();
      const json = { model, messages: [{ role: 'developer', content: 'a' }], top_k: 3, max_tokens: 5 };
      const askFor = (extra: object) =>
        callApi<{ error?: { code: string; param: string } }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
          token: secret,
          json: { ...json, ...extra },
        });
      const ask = () => askFor({});
      const tools = [{ type: 'web_search', web_search: { enable: true } }];
      const refused = await waitUntil(ask, ({ body }) => body.error?.param === 'top_k');
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'unsupported_parameter']);
      const dialect = {
        extra_tools: ['web_search'],
        extra_parameters: ['top_k'],
        developer_role: false,
        output_limit_parameter: 'max_completion_tokens',
      };
      expect(await owner.do('PATCH', `/suppliers/${supplier_id}`, dialect)).toMatchObject({
        supplier: { ...dialect, stream_options: true },
      });
      await waitUntil(ask, ({ status }) => status === 200);
      expect((await askFor({ tools })).status).toBe(200);
      expect(strict.calls.at(-1)?.body).toMatchObject({ tools, top_k: 3 });
      const asked = strict.calls.length;
      expect((await askFor({ service_tier: 'priority' })).body.error).toMatchObject({
        code: 'unsupported_parameter',
        param: 'service_tier',
      });
      expect((await askFor({ tools: [{ type: 'mcp' }] })).body.error).toMatchObject({
        code: 'unsupported_parameter',
        param: 'tools[0].type',
      });
      expect(strict.calls).toHaveLength(asked);
      const [change] = (await owner.do<Listed<{ before: object; after: object }>>('GET', '/audit?limit=1')).items;
      expect(change).toMatchObject({
        before: { developer_role: true, extra_tools: [], extra_parameters: [] },
        after: dialect,
      });
    } finally {
      await strict.close();
    }
  });

  it('calls a supplier in our own network only if it is marked internal', async () => {
    const { port } = new URL(fake.baseUrl);
    const written = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      'localhost',
    ];
    const [model, taken, refused] = [await newModel(), fake.calls.length, fake.refusals.length];
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.002') });
    const supplier_id = await newSupplier({ internal: false, api_keys: [fake.apiKey] });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'up' });
    for (const host of written) {
      await owner.do('PATCH', `/suppliers/${supplier_id}`, { base_url: `http://${host}:${port}/v1` });
      const tested = await owner.do<{ ok: boolean; checks: object[] }>('POST', `/suppliers/${supplier_id}/test`);
      expect([host, tested]).toMatchObject([
        host,
        { ok: false, checks: [{ status: null, message: expect.stringContaining('internal') as string }] },
      ]);
    }
    await owner.do('PATCH', `/suppliers/${supplier_id}`, { base_url: fake.baseUrl });
    const chat = () =>
      callApi<{ error?: object }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
        token: stack.credentials.enterprise_key,
        json: { model, messages: [{ role: 'user', content: 'Hello' }] },
      });
    const kept = await waitUntil(chat, ({ status }) => status === 502);
    expect(kept.body.error).toMatchObject({ type: 'api_error', param: null, code: 'upstream_error' });
    expect(kept.text).not.toMatch(/127\.0\.0\.1|routable|internal|supplier|suite-/);
    expect([fake.calls.length, fake.refusals.length]).toEqual([taken, refused]);
    await owner.do('PATCH', `/suppliers/${supplier_id}`, { internal: true });
    await waitUntil(chat, ({ status }) => status === 200);
  });

  it('refuses to remove a supplier that a route uses', async () => {
    const [supplier_id, model] = [await newSupplier(), await newModel()];
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
      supplier_id,
      upstream_model: 'up',
    });
    expect((await owner.call('DELETE', `/suppliers/${supplier_id}`)).body.error).toBe('CONFLICT');
    await owner.do('DELETE', `/routes/${route.id}`);
    await owner.do('DELETE', `/suppliers/${supplier_id}`);
  });

  it('creates a model with 201, replaces it with 200, and never changes its product', async () => {
    const id = newId();
    const first = await owner.call<{ model: object }>('PUT', `/models/${id}`, terms);
    expect([first.status, first.body.data.model]).toEqual([
      201,
      {
        id,
        ...terms,
        reasoning: false,
        image_part_tokens: 3_000,
        file_part_tokens: 20_000,
        sizes: null,
        created_at: expect.any(String) as string,
      },
    ]);
    const second = await owner.call<{ model: object }>('PUT', `/models/${id}`, { ...terms, display_name: 'Renamed' });
    expect([second.status, second.body.data.model]).toMatchObject([200, { display_name: 'Renamed' }]);
    expect((await owner.call('PUT', `/models/${id}`, { ...terms, product: 'search' })).body.error).toBe('CONFLICT');
    expect(await owner.do('GET', `/models/${id}`)).toEqual({ model: second.body.data.model });
    const many = await Promise.all(Array.from({ length: 5 }, () => owner.call('PUT', `/models/${id}-once`, terms)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const slash = `${id}%2Fsub`;
    expect((await owner.call('PUT', `/models/${slash}`, terms)).status).toBe(201);
    expect((await owner.call<{ model: { id: string } }>('GET', `/models/${slash}`)).body.data.model.id).toBe(
      `${id}/sub`,
    );
    for (const name of ['a%20b', '%00', 'x'.repeat(201)]) {
      const { status, body } = await owner.call('PUT', `/models/${name}`, terms);
      expect([name, status, body.error, body.details?.fields?.[0]?.field]).toEqual([
        name,
        400,
        'VALIDATION_FAILED',
        'id',
      ]);
      expect((await owner.call('GET', `/models/${name}`)).body.error).toBe('NOT_FOUND');
    }
  });

  it.each<[string, object]>([
    ['product', { product: 'video' }],
    ['owned_by', { owned_by: '' }],
    ['display_name', { display_name: 'a\0' }],
    ['supports_vision', { supports_vision: 1 }],
    ['reasoning', { reasoning: null }],
    ...[-1, 1.5, '5', null, 1_000_001, [], {}, { base: 1 }, { base: 1, tile: -1 }, { base: 1, tile: 1, most: 8 }].map(
      (wrong): [string, object] => ['image_part_tokens', { image_part_tokens: wrong }],
    ),
    ['file_part_tokens', { file_part_tokens: '5' }],
    ['constructor', { constructor: 1 }],
    ['max_input_tokens', { max_input_tokens: -1 }],
    ['max_output_tokens', { max_output_tokens: 1e10 }],
    ['input_modalities', { input_modalities: [] }],
    ['input_modalities', { input_modalities: [null] }],
    ['sizes', { sizes: ['512x512'] }],
    ['sizes', { product: 'image' }],
    ['sizes', { product: 'image', sizes: ['0x0'] }],
    ['active', { active: undefined }],
    ['price', { price: '1' }],
  ])('refuses a model with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('PUT', `/models/${newId()}`, { ...terms, ...change });
    expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  });

  it('creates, changes, disables and removes a route', async () => {
    const model = await newModel();
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
      supplier_id: 'sandbox',
      upstream_model: 'sandbox-chat',
    });
    expect(route).toEqual({
      id: route.id,
      model,
      supplier_id: 'sandbox',
      upstream_model: 'sandbox-chat',
      priority: 0,
      weight: 1,
      max_concurrency: null,
      max_images_per_call: 10,
      supplier_prices: [],
      on_disconnect: 'stop',
      usage_grace_ms: 5_000,
      enabled: true,
      created_at: expect.any(String) as string,
    });
    const change = {
      priority: 3,
      weight: 2,
      max_concurrency: 5,
      supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: '0.0000001' }],
      on_disconnect: 'drain',
      usage_grace_ms: 0,
      enabled: false,
    };
    expect(await owner.do('PATCH', `/routes/${route.id}`, change)).toEqual({ route: { ...route, ...change } });
    expect(await owner.do('PATCH', `/routes/${route.id}`, { max_concurrency: null })).toEqual({
      route: { ...route, ...change, max_concurrency: null },
    });
    expect(
      (await owner.do<Listed<{ id: string }>>('GET', `/models/${model}/routes`)).items.map(({ id }) => id),
    ).toEqual([route.id]);
    expect((await owner.all<{ id: string }>('/routes', 2)).map(({ id }) => id)).toContain(route.id);
    await owner.do('DELETE', `/routes/${route.id}`);
    expect((await owner.call('GET', `/routes/${route.id}`)).status).toBe(404);
  });

  it('holds the tokens of images and files by the model’s figures, size and detail', async () => {
    const [supplier_id, model] = [
      await newSupplier({ api_keys: [fake.apiKey] }),
      await newModel({
        supports_vision: true,
        input_modalities: ['text', 'image', 'file'],
        image_part_tokens: { base: 1_000, tile: 1_000 },
        file_part_tokens: 2_000,
      }),
    ];
    await owner.do('POST', `/models/${model}/prices`, { units: units('1') });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'up' });
    const { secret } = await owner.customer('3');
    const ask = (part: object) =>
      callApi<{ error?: { code: string }; usage?: { prompt_tokens: number; estimated?: boolean } }>(
        stack.gatewayUrl,
        'POST',
        '/v1/chat/completions',
        {
          token: secret,
          json: { model, max_tokens: 5, messages: [{ role: 'user', content: [part] }] },
        },
      );
    const image = (url: string, detail?: string) => ({ type: 'image_url', image_url: { url, detail } });
    const drawn = async (side: number) =>
      `data:image/png;base64,${(await drawImage({ width: side, height: side })).toString('base64')}`;
    const [oneTile, fourTiles] = [await drawn(512), await drawn(1_024)];
    await waitUntil(
      () => ask({ type: 'text', text: 'a' }),
      ({ status }) => status === 200,
    );
    for (const [part, code] of [
      [image(oneTile), undefined],
      [image(fourTiles), 'insufficient_quota'],
      [image(fourTiles, 'auto'), 'insufficient_quota'],
      [image(fourTiles, 'low'), undefined],
      [image('https://a.example/b.png'), 'insufficient_quota'],
      [image('https://a.example/b.png', 'low'), undefined],
      [{ type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } }, undefined],
    ] as const) {
      expect([part, (await ask(part)).body.error?.code]).toEqual([part, code]);
    }
    fake.script({ kind: 'answer', words: ['a'], usage: null });
    expect((await ask(image(oneTile))).body.usage).toMatchObject({ estimated: true, prompt_tokens: 2_007 });
  });

  it.each<[string, object]>([
    ['supplier_id', { supplier_id: 'nobody' }],
    ['supplier_id', { supplier_id: undefined }],
    ['upstream_model', { upstream_model: undefined }],
    ['priority', { priority: -1 }],
    ['weight', { weight: 0 }],
    ['max_concurrency', { max_concurrency: 0 }],
    ['max_images_per_call', { max_images_per_call: 11 }],
    ['supplier_prices[0].price_cny', { supplier_prices: [{ unit_type: 'image', price_cny: 1 }] }],
    ['supplier_prices[0].unit_type', { supplier_prices: [{ unit_type: 'image', price_cny: '1' }] }],
    ['on_disconnect', { on_disconnect: 'wait' }],
    ['usage_grace_ms', { usage_grace_ms: -1 }],
    ['usage_grace_ms', { usage_grace_ms: 60_001 }],
    ['enabled', { enabled: null }],
  ])('refuses a route with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('POST', `/models/${await newModel()}/routes`, {
      supplier_id: 'sandbox',
      upstream_model: 'a',
      ...change,
    });
    expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  });

  it('drains the routes of a reasoning model by default', async () => {
    const model = await newModel();
    type Answer = { route: { id: string; on_disconnect: string } };
    const { route } = await owner.do<Answer>('POST', `/models/${model}/routes`, {
      supplier_id: 'sandbox',
      upstream_model: 'a',
    });
    await owner.do('PUT', `/models/${model}`, { ...terms, reasoning: true });
    expect(await owner.do('GET', `/routes/${route.id}`)).toEqual({ route: { ...route, on_disconnect: 'drain' } });
    expect((await owner.do<Listed<Answer['route']>>('GET', `/models/${model}/routes`)).items).toMatchObject([
      { on_disconnect: 'drain' },
    ]);
    expect(await owner.do('PATCH', `/routes/${route.id}`, { on_disconnect: 'stop' })).toMatchObject({
      route: { on_disconnect: 'stop' },
    });
    expect(await owner.do('PATCH', `/routes/${route.id}`, { on_disconnect: null })).toMatchObject({
      route: { on_disconnect: 'drain' },
    });
    // A PUT replaces the whole model.
    expect(await owner.do('PUT', `/models/${model}`, terms)).toMatchObject({ model: { reasoning: false } });
    expect(await owner.do('GET', `/routes/${route.id}`)).toMatchObject({ route: { on_disconnect: 'stop' } });
    await owner.do('DELETE', `/routes/${route.id}`);
  });

  it('adds current and future price lists, and edits none', async () => {
    const model = await newModel();
    const first = await owner.call<{ price: { id: string } }>('POST', `/models/${model}/prices`, {
      units: units('0.002'),
    });
    expect([first.status, first.body.data.price]).toMatchObject([
      201,
      { model, units: [{ unit_type: 'input_1k_tokens', price_cny: '0.002' }, { price_cny: '0.002' }] },
    ]);
    const later = await owner.do<{ price: { id: string } }>('POST', `/models/${model}/prices`, {
      units: units('9'),
      effective_from: '2099-01-01T00:00:00+08:00',
    });
    expect(later.price).toMatchObject({ effective_from: '2098-12-31T16:00:00.000Z' });
    expect(
      (
        await owner.call('POST', `/models/${model}/prices`, {
          units: units('8'),
          effective_from: '2099-01-01T00:00:00+08:00',
        })
      ).body.error,
    ).toBe('CONFLICT');
    expect((await owner.all<{ id: string }>(`/models/${model}/prices`, 1)).map(({ id }) => id)).toEqual([
      later.price.id,
      first.body.data.price.id,
    ]);
    expect(await owner.do('GET', `/prices/${first.body.data.price.id}`)).toEqual({ price: first.body.data.price });
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      expect((await owner.call(method, `/prices/${later.price.id}`, {})).body.error).toBe('NOT_FOUND');
    await expect(
      stack.query('gateway', 'UPDATE prices SET price_nano = 0 WHERE model_id = $1', [model]),
    ).rejects.toThrow(/never edited/);
    const { body } = await waitUntil(
      () =>
        callApi<{ pricing?: { units: { price_cny: number }[] } | null }>(
          stack.gatewayUrl,
          'GET',
          `/v1/models/${model}`,
        ),
      (answer) => answer.status === 200 && Boolean(answer.body.pricing),
    );
    expect(body.pricing?.units[0]?.price_cny).toBe(0.002);
  });

  it.each<[string, object]>([
    ['units', { units: [] }],
    ['units', { units: [null] }],
    ['units', { units: [...units('1'), ...units('1')] }],
    ['units[0].price_cny', { units: units('0.0000000001') }],
    ['units[0].price_cny', { units: units('-1') }],
    ['units[0].unit_type', { units: [{ unit_type: 'image', unit_name: 'image', price_cny: '1' }] }],
    ['effective_from', { effective_from: '2020-01-01T00:00:00Z' }],
    ['effective_from', { effective_from: 'soon' }],
    ['effective_from', { effective_from: null }],
  ])('refuses a price with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('POST', `/models/${await newModel()}/prices`, { units: units('1'), ...change });
    expect([body.error, body.details?.fields?.[0]?.field.replace(/^units\[0\]$/, 'units')]).toEqual([
      'VALIDATION_FAILED',
      field,
    ]);
  });

  it.each<[string, string, object | undefined]>([
    ['GET', '/models/nothing', undefined],
    ['POST', '/models/nothing/routes', { supplier_id: 'sandbox', upstream_model: 'a' }],
    ['POST', '/models/nothing/prices', { units: units('1') }],
    ['GET', '/models/nothing/prices', undefined],
    ['GET', '/models/nothing/routes', undefined],
    ['GET', '/models/%00', undefined],
    ['GET', '/suppliers/%00', undefined],
    ['GET', '/routes/nothing', undefined],
    ['GET', '/prices/nothing', undefined],
    ['PATCH', '/suppliers/nothing', {}],
    ['POST', '/suppliers/nothing/test', undefined],
    ['DELETE', '/suppliers/nothing', undefined],
    ['GET', '/tasks/nothing', undefined],
    ['GET', '/audit/nothing', undefined],
  ])('finds nothing at %s %s', async (method, path, json) => {
    const { status, body } = await owner.call(method, path, json);
    expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
  });

  it('lists image tasks of all customers, without their prompts', async () => {
    const { secret, customerId } = await owner.customer();
    const { body } = await callApi<{ id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token: secret,
      json: { model: 'sandbox-image', prompt: 'a secret prompt' },
    });
    const { text, body: list } = await owner.call<Listed<{ id: string }>>('GET', '/tasks');
    expect(list.data.items.find(({ id }) => id === body.id)).toMatchObject({
      customer_id: customerId,
      model: 'sandbox-image',
      n: 1,
    });
    expect(text).not.toContain('a secret prompt');
    expect(await owner.do('GET', `/tasks/${body.id}`)).toMatchObject({ task: { id: body.id } });
    // Retrieved, so that it leaves no hold to suites that share the stack.
    await waitUntil(
      () => callApi<{ status: string }>(stack.gatewayUrl, 'GET', `/v1/images/tasks/${body.id}`, { token: secret }),
      (answer) => answer.body.status === 'succeeded',
    );
  });

  it('keeps the changes of operators when the catalog file is read again', async () => {
    await owner.do('PATCH', '/suppliers/sandbox', {
      internal: true,
      api_keys: ['an operator set this'.replaceAll(' ', '-')],
    });
    const before = await owner.do('GET', '/suppliers/sandbox');
    const { items } = await owner.do<Listed<{ id: string }>>('GET', '/models/sandbox-search/routes');
    await owner.do('DELETE', `/routes/${items[0]?.id}`);
    try {
      await stack.prepare('gateway');
      expect(await owner.do('GET', '/suppliers/sandbox')).toEqual(before);
      expect((await owner.do<Listed<unknown>>('GET', '/models/sandbox-search/routes')).items).toEqual([]);
    } finally {
      await owner.do('POST', '/models/sandbox-search/routes', {
        supplier_id: 'sandbox',
        upstream_model: 'sandbox-search',
      });
      await owner.do('PATCH', '/suppliers/sandbox', { internal: false, api_keys: [] });
    }
  });
});
