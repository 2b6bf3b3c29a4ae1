import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import type { Listed } from './admin-client';
import { rowsOnFake, terms, units } from './catalog-rows';

describe('models, routes and prices in the catalog', () => {
  const stack = sharedStack();
  const { owner, newId, newModel, newSupplier, fake } = rowsOnFake(stack);

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
        qualities: null,
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
      ignore_parameters: [],
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
      ignore_parameters: ['seed', 'cache_control'],
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
      await newSupplier({ api_keys: [fake().apiKey] }),
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
    fake().script({ kind: 'answer', words: ['a'], usage: null });
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
    ...[
      ['messages'],
      ['n'],
      ['seed', 'seed'],
      [''],
      [5],
      'seed',
      null,
      Array.from({ length: 51 }, (_, at) => `p${at}`),
    ].map((names): [string, object] => ['ignore_parameters', { ignore_parameters: names }]),
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
    for (const method of ['PATCH', 'PUT'])
      expect((await owner.call(method, `/prices/${later.price.id}`, {})).body.error).toBe('METHOD_NOT_ALLOWED');
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

  it('deletes a price list that has not started, and no other', async () => {
    const model = await newModel();
    const add = async (terms: object) =>
      (await owner.do<{ price: { id: string } }>('POST', `/models/${model}/prices`, { units: units('1'), ...terms }))
        .price;
    const current = await add({});
    const later = await add({ effective_from: '2099-01-01T00:00:00Z' });
    const refused = await owner.call('DELETE', `/prices/${current.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'CONFLICT']);
    await expect(stack.query('gateway', 'DELETE FROM prices WHERE list_id = $1', [current.id])).rejects.toThrow(
      /never deleted/,
    );
    expect(await owner.do('DELETE', `/prices/${later.id}`)).toEqual({});
    expect((await owner.call('DELETE', `/prices/${later.id}`)).status).toBe(404);
    expect((await owner.all<{ id: string }>(`/models/${model}/prices`)).map(({ id }) => id)).toEqual([current.id]);
    const [entry] = await owner.all<{ action: string; subject_id: string; before: unknown }>('/audit');
    expect(entry).toMatchObject({ action: 'price.delete', subject_id: model, before: later });
    // Its time is free again.
    await add({ effective_from: '2099-01-01T00:00:00Z' });
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
