import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { dump, load } from 'js-yaml';
import { rowsOnFake, terms, units } from './catalog-rows';

interface Change {
  path: string;
  action: string;
  from: unknown;
  to: unknown;
}

interface File {
  suppliers: Record<string, unknown>[];
  models: (Record<string, unknown> & { id: string; routes: object[] })[];
}

describe('the catalog as code', () => {
  const stack = sharedStack();
  const { owner, newId, newModel, newSupplier, fake } = rowsOnFake(stack);

  const exported = async () => {
    const answer = await callApi<string>(stack.gatewayUrl, 'GET', '/admin/catalog.yaml', { token: owner.key });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    return answer.text;
  };
  const fileNow = async () => load(await exported()) as File;
  const plan = async (yaml: string) =>
    (await owner.do<{ changes: Change[] }>('POST', '/catalog/plan', { yaml })).changes;
  const apply = async (file: File) =>
    (await owner.do<{ changes: Change[] }>('POST', '/catalog/apply', { yaml: dump(file) })).changes;
  const refusal = async (yaml: string) => {
    const { status, body } = await owner.call('POST', '/catalog/plan', { yaml });
    return [status, body.error, body.details?.fields?.[0]?.message];
  };
  const newEntries = (supplier: string, model: string) => ({
    supplier: {
      id: supplier,
      kind: 'openai',
      base_url: fake().baseUrl,
      api_keys: [fake().apiKey],
      internal: true,
    },
    model: {
      id: model,
      ...terms,
      prices: units('0.001'),
      routes: [{ supplier_id: supplier, upstream_model: 'fake-model', weight: 2 }],
    },
  });

  it('exports what it takes: nothing changes, and no secret is in it', async () => {
    const supplier = await newSupplier();
    const model = await newModel({ reasoning: true });
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.0030') });
    await owner.do('POST', `/models/${model}/routes`, {
      supplier_id: supplier,
      upstream_model: 'm',
      max_concurrency: 3,
      supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: '0.10' }],
    });
    const yaml = await exported();
    expect(await plan(yaml)).toEqual([]);
    expect(yaml).not.toContain('sk-canary');
    const { suppliers, models } = load(yaml) as File;
    expect(suppliers.find(({ id }) => id === supplier)).toEqual({
      id: supplier,
      kind: 'openai',
      base_url: fake().baseUrl,
      internal: true,
      api_keys: [`\${${supplier.toUpperCase().replaceAll('-', '_')}_API_KEY_1}`],
    });
    expect(models.find(({ id }) => id === model)).toMatchObject({
      reasoning: true,
      prices: [{ price_cny: '0.003' }, { price_cny: '0.003' }],
      routes: [{ supplier_id: supplier, max_concurrency: 3, supplier_prices: [{ price_cny: '0.10' }] }],
    });
  });

  it('shows a difference, applies it as one change, and serves by it', async () => {
    const [supplier, model] = [newId(), newId()];
    const file = await fileNow();
    const added = newEntries(supplier, model);
    file.suppliers.push(added.supplier);
    file.models.push(added.model);
    const planned = await plan(dump(file));
    expect(planned).toEqual([
      {
        path: `suppliers.${supplier}`,
        action: 'create',
        from: null,
        to: expect.objectContaining({ api_keys: ['a new key'] }) as object,
      },
      {
        path: `models.${model}`,
        action: 'create',
        from: null,
        to: expect.objectContaining({ active: true }) as object,
      },
    ]);
    const [first, second] = await Promise.all([apply(file), apply(file)]);
    expect([first, second].sort((one, other) => other.length - one.length)).toEqual([planned, []]);
    const answer = await waitUntil(
      () =>
        callApi<{ model: string }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
          token: stack.credentials.enterprise_key,
          json: { model, messages: [{ role: 'user', content: 'Hello' }] },
        }),
      ({ status }) => status === 200,
    );
    expect(answer.body.model).toBe(model);
    const { items } = await owner.do<{ items: { action: string; after: object }[] }>('GET', '/audit?limit=50');
    expect(items.find(({ action, after }) => action === 'catalog.apply' && `models.${model}` in after)).toBeDefined();
    expect(JSON.stringify(items)).not.toContain(fake().apiKey);
  });

  it('changes fields, prices and routes, and keeps the stored keys', async () => {
    const [supplier, model] = [newId(), newId()];
    const file = await fileNow();
    const added = newEntries(supplier, model);
    await apply({ suppliers: [...file.suppliers, added.supplier], models: [...file.models, added.model] });
    const changed = await fileNow();
    for (const entry of changed.suppliers) if (entry.id === supplier) entry.timeouts = { total_ms: 5_000 };
    for (const entry of changed.models)
      if (entry.id === model)
        Object.assign(entry, {
          display_name: 'Renamed',
          prices: units('0.002'),
          routes: [
            { supplier_id: supplier, upstream_model: 'fake-model' },
            { supplier_id: supplier, upstream_model: 'other', enabled: false },
          ],
        });
    expect(await apply(changed)).toEqual([
      { path: `suppliers.${supplier}.timeouts`, action: 'update', from: null, to: { total_ms: 5_000 } },
      { path: `models.${model}.display_name`, action: 'update', from: 'Suite', to: 'Renamed' },
      { path: `models.${model}.prices`, action: 'update', from: units('0.001'), to: units('0.002') },
      { path: `models.${model}.routes.${supplier}/fake-model.weight`, action: 'update', from: 2, to: null },
      {
        path: `models.${model}.routes.${supplier}/other`,
        action: 'create',
        from: null,
        to: { supplier_id: supplier, upstream_model: 'other', enabled: false },
      },
    ]);
    const { supplier: stored } = await owner.do<{ supplier: { api_keys: { last4: string }[] } }>(
      'GET',
      `/suppliers/${supplier}`,
    );
    expect(stored.api_keys.map(({ last4 }) => last4)).toEqual([fake().apiKey.slice(-4)]);
    const prices = await owner.do<{ items: { units: { price_cny: string }[] }[] }>('GET', `/models/${model}/prices`);
    expect(prices.items.map((price) => price.units[0]?.price_cny)).toEqual(['0.002', '0.001']);
    expect(await plan(await exported())).toEqual([]);
  });

  it('removes what the catalog does not name: a supplier goes, a model is no longer active', async () => {
    const [supplier, model] = [newId(), newId()];
    const file = await fileNow();
    const added = newEntries(supplier, model);
    await apply({ suppliers: [...file.suppliers, added.supplier], models: [...file.models, added.model] });
    const changes = await apply(file);
    expect(changes.map(({ path, action, to }) => [path, action, to])).toEqual([
      [`suppliers.${supplier}`, 'remove', null],
      [`models.${model}`, 'remove', null],
    ]);
    expect((await owner.call('GET', `/suppliers/${supplier}`)).status).toBe(404);
    expect(await owner.do('GET', `/models/${model}`)).toMatchObject({ model: { active: false } });
    expect(await plan(dump(file))).toEqual([]);
  });

  it('refuses what is no catalog, names its line, and reads no variable of the gateway', async () => {
    const file = await fileNow();
    const [supplier] = [newId()];
    const withSupplier = (change: object) =>
      dump({
        ...file,
        suppliers: [...file.suppliers, { id: supplier, kind: 'openai', base_url: fake().baseUrl, ...change }],
      });
    expect(await refusal('suppliers: [')).toEqual([400, 'VALIDATION_FAILED', expect.stringContaining('line ')]);
    expect(await refusal('suppliers:\n  - id: a\n    kind: none\nmodels: []\n')).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('line 3: suppliers[0].kind'),
    ]);
    expect(await refusal(withSupplier({ base_url: 'https://example.org/${GATEWAY_MASTER_KEYS}' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('${'),
    ]);
    expect(await refusal(withSupplier({ api_keys: ['${GATEWAY_MASTER_KEYS}'] }))).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('Write the key itself'),
    ]);
    const laughs = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'].map(([one = '', other = '']) => [
      one,
      other,
    ]))
      laughs.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`);
    expect(await refusal(laughs.join('\n'))).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('circular alias'),
    ]);
    // A catalog is larger than other bodies.
    expect(await plan(`${await exported()}\n# ${'x'.repeat(200_000)}`)).toEqual([]);
    expect((await refusal('x'.repeat(1_000_001)))[0]).toBe(400);
    const viewer = await owner.as('viewer');
    expect((await viewer.call('POST', '/catalog/apply', { yaml: dump(file) })).status).toBe(403);
    expect((await viewer.call('GET', '/catalog.yaml')).status).toBe(200);
  });
});
