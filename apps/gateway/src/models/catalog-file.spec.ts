import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SUPPLIER_KINDS } from '../suppliers';
import { parseCatalog } from './catalog-file';

const EXAMPLES = path.join(__dirname, '../../../../docs/examples');
const KIND_OF = new Map<string, string>([
  ['zhipu', 'openai'],
  ['zhipu-search', 'zhipu'],
  ['zhipu-images', 'zhipu'],
  ['dashscope-images', 'dashscope'],
]);
const kindOf = (id: string) => KIND_OF.get(id) ?? SUPPLIER_KINDS.find((kind) => kind === id) ?? 'openai';
const SUPPLIERS_IN = new Map([
  ['three-suppliers.yaml', ['openai', 'anthropic', 'gemini']],
  ['search.yaml', ['tavily', 'bocha', 'serper', 'zhipu-search', 'searxng']],
]);
const supplier = '  - { id: sandbox, kind: sandbox }';
const model = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: 'm',
    product: 'text',
    owned_by: 'us',
    display_name: 'M',
    supports_streaming: true,
    supports_function_calling: true,
    supports_vision: false,
    max_input_tokens: 10,
    max_output_tokens: 10,
    input_modalities: ['text'],
    output_modalities: ['text'],
    active: true,
    prices: [{ unit_type: 'input_1k_tokens', unit_name: 'input', price_cny: '0.002' }],
    routes: [{ supplier_id: 'sandbox', upstream_model: 'm' }],
    ...change,
  });
const file = (change: Record<string, unknown> = {}, suppliers = supplier) =>
  `suppliers:\n${suppliers}\nmodels:\n  - ${model(change)}\n`;

describe('the catalog file', () => {
  it('config/gateway.yaml can be read, with and without a key of OpenAI', async () => {
    const text = readFileSync(path.join(__dirname, '../../../../config/gateway.yaml'), 'utf8');
    const offline = await parseCatalog(text, {});
    expect(offline.models.map(({ id }) => id)).toEqual(['sandbox-chat', 'sandbox-image', 'sandbox-search']);
    const online = await parseCatalog(text, { OPENAI_API_KEY: 'sk-1' });
    expect(online.suppliers.find(({ id }) => id === 'openai')?.api_keys).toEqual(['sk-1']);
    expect(online.models.length).toBeGreaterThan(3);
  });

  it.each(readdirSync(EXAMPLES).filter((file) => file.endsWith('.yaml')))(
    'of docs/examples/%s can be read',
    async (file) => {
      const text = readFileSync(path.join(EXAMPLES, file), 'utf8');
      const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
      const catalog = await parseCatalog(text, Object.fromEntries(names.map((name) => [name, 'key'])));
      const ids = SUPPLIERS_IN.get(file) ?? [path.basename(file, '.yaml')];
      expect(catalog.suppliers.map(({ id, kind }) => [id, kind])).toEqual(ids.map((id) => [id, kindOf(id)]));
      expect(catalog.models[0]?.prices?.length).toBeGreaterThan(catalog.models[0]?.product === 'text' ? 1 : 0);
    },
  );

  it('accepts the same routes as /admin', async () => {
    const route = {
      supplier_id: 'sandbox',
      upstream_model: 'm',
      priority: 1,
      weight: 3,
      max_concurrency: 5,
      max_images_per_call: 2,
      supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: '0.001' }],
      on_disconnect: 'drain',
      usage_grace_ms: 0,
      ignore_parameters: ['seed'],
      enabled: false,
    };
    expect((await parseCatalog(file({ routes: [route] }), {})).models[0]?.routes).toEqual([route]);
  });

  it('may contain variables, which are always text', async () => {
    const suppliers = '  - { id: s, kind: openai, base_url: "http://127.0.0.1:1/v1", api_keys: ["${KEY}"] }';
    const text = file({ routes: [{ supplier_id: 's', upstream_model: '${NAME}-1' }] }, suppliers);
    const catalog = await parseCatalog(text, { KEY: '"}]:{', NAME: '"}]: - {' });
    expect(catalog.suppliers[0]?.api_keys).toEqual(['"}]:{']);
    expect(catalog.models[0]?.routes[0]?.upstream_model).toBe('"}]: - {-1');
  });

  it.each<[string, string, string]>([
    ['no YAML', 'suppliers: [\nmodels: }', 'line 2'],
    ['no mapping', '- a', 'line 1'],
    ['nothing', '', 'line 1'],
    ['no models', `suppliers:\n${supplier}`, 'models: '],
    ['an unknown key', `${file()}extra: 1\n`, 'extra: is not a known field'],
    ['an unknown field', file({ price: [] }), 'models[0].price: is not a known field'],
    [
      'a price that is a number',
      file({ prices: [{ unit_type: 'image', unit_name: 'a', price_cny: 0.5 }] }),
      'models[0].prices[0].price_cny: must be a decimal string',
    ],
    [
      'a price with ten places',
      file({ prices: [{ unit_type: 'input_1k_tokens', unit_name: 'a', price_cny: '0.0000000001' }] }),
      'models[0].prices[0].price_cny: ',
    ],
    [
      'a unit of another product',
      file({ prices: [{ unit_type: 'image', unit_name: 'a', price_cny: '1' }] }),
      'models[0].prices[0].unit_type: ',
    ],
    [
      'the same unit twice',
      file({ prices: Array(2).fill({ unit_type: 'image', unit_name: 'a', price_cny: '1' }) }),
      'models[0].prices: ',
    ],
    [
      'an unknown supplier',
      file({ routes: [{ supplier_id: 'x', upstream_model: 'm' }] }),
      'models[0].routes[0].supplier_id: there is no supplier x',
    ],
    [
      'a supplier’s price of another product',
      file({
        routes: [
          { supplier_id: 'sandbox', upstream_model: 'm', supplier_prices: [{ unit_type: 'image', price_cny: '1' }] },
        ],
      }),
      'models[0].routes[0].supplier_prices[0].unit_type: must be one of input_1k_tokens, ',
    ],
    [
      'a supplier’s price that is a number',
      file({
        routes: [
          {
            supplier_id: 'sandbox',
            upstream_model: 'm',
            supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: 1 }],
          },
        ],
      }),
      'models[0].routes[0].supplier_prices[0].price_cny: must be a decimal string',
    ],
    [
      'more images a call than a request has',
      file({ routes: [{ supplier_id: 'sandbox', upstream_model: 'm', max_images_per_call: 11 }] }),
      'models[0].routes[0].max_images_per_call: ',
    ],
    ['an unknown kind', file({}, '  - { id: sandbox, kind: magic }'), 'suppliers[0].kind: '],
    ['no base_url', file({}, '  - { id: sandbox, kind: openai }'), 'suppliers[0].base_url: '],
    [
      'a dialect misspelt',
      file({}, '  - { id: sandbox, kind: sandbox, developer: false }'),
      'suppliers[0].developer: is not a known field',
    ],
    [
      'a parameter that no list may hold',
      file({}, '  - { id: sandbox, kind: sandbox, extra_parameters: [messages] }'),
      'suppliers[0].extra_parameters: ',
    ],
    [
      'an unknown format',
      file({}, '  - { id: sandbox, kind: sandbox, response_formats: [xml] }'),
      'suppliers[0].response_formats: ',
    ],
    [
      'the same supplier twice',
      file({}, `${supplier}\n${supplier}`),
      'line 3: suppliers[1].id: the id sandbox is already used above',
    ],
    ['the same model twice', `${file()}  - ${model()}\n`, 'line 5: models[1].id: the id m is already used above'],
    [
      'a model that is a list',
      `suppliers:\n${supplier}\nmodels:\n  - []\n`,
      'models: has an item that must be an object',
    ],
    ['a supplier that is a list', `suppliers: [[]]\nmodels: []\n`, 'suppliers: has an item that must be an object'],
    ['a route that is a list', file({ routes: [[]] }), 'models[0].routes: has an item that must be an object'],
    ['a price that is a list', file({ prices: [[]] }), 'models[0].prices: has an item that must be an object'],
    ['prices that are no list', file({ prices: { a: 1 } }), 'models[0].prices: '],
    ['no models behind their name', `suppliers:\n${supplier}\nmodels:\n`, 'models: must be a list of objects'],
    ['a field that every object has', file({ constructor: 1 }), 'models[0].constructor: is not a known field'],
    ['what holds itself', 'suppliers: &all [*all]\nmodels: []\n', 'line 1: the file has a circular alias'],
    [
      'a variable that is not closed',
      file({}, '  - { id: sandbox, kind: sandbox, api_keys: ["${KEY"] }'),
      'suppliers[0].api_keys[0]: has ${ without a valid variable name',
    ],
    [
      'a variable in small letters',
      file({}, '  - { id: sandbox, kind: sandbox, api_keys: ["${key}"] }'),
      'suppliers[0].api_keys[0]: has ${ without a valid variable name',
    ],
    [
      'a variable that is not set',
      file({}, '  - { id: sandbox, kind: sandbox, api_keys: ["${KEY}"] }'),
      'suppliers[0].api_keys[0]: the environment variable KEY is not set',
    ],
    ['an image model without sizes', file({ product: 'image', prices: [] }), 'models[0].sizes: '],
    ['sizes of a text model', file({ sizes: ['1x1'] }), 'models[0].sizes: '],
  ])('is refused with the path for %s', async (_, text, place) => {
    await expect(parseCatalog(text, {})).rejects.toThrow(place);
  });

  it.each<[string, string, RegExp]>([
    ['a fault of YAML', 'suppliers:\n  - { id: a\nmodels: []', /^line 3: /],
    ['a key that is there twice', `suppliers: []\nmodels: []\nsuppliers: []`, /^line 3: duplicated/],
    ['a tab', `suppliers:\n\t- a`, /^line 2: /],
    [
      'a field',
      `suppliers:\n  - id: sandbox\n    kind: sandbox\n    developer: false\nmodels: []`,
      /^line 4: suppliers\[0\]\.developer: is not a known field$/,
    ],
    [
      'a value',
      `suppliers:\n  - id: sandbox\n    kind: magic\nmodels: []`,
      /^line 3: suppliers\[0\]\.kind: must be one of/,
    ],
    [
      'what is missing',
      `suppliers:\n  - id: sandbox\n    kind: sandbox\n  - kind: sandbox\nmodels: []`,
      /^line 4: suppliers\[1\]\.id: is required$/,
    ],
    [
      'a variable',
      `suppliers:\n  - id: sandbox\n    kind: sandbox\n    api_keys:\n      - a\n      - \${KEY}\nmodels: []`,
      /^line 6: suppliers\[0\]\.api_keys\[1\]: the environment variable KEY is not set$/,
    ],
    [
      'an entry after one that is switched off',
      `suppliers:\n  - id: o\n    when: \${KEY}\n  - id: p\n    kind: magic\nmodels: []`,
      /^line 5: suppliers\[1\]\.kind: /,
    ],
    [
      'a reference after one',
      `${file({ id: 'off', when: '${KEY}' })}  - ${model({ routes: [{ supplier_id: 'x', upstream_model: 'm' }] })}`,
      /^line 5: models\[1\]\.routes\[0\]\.supplier_id: there is no supplier x in this file$/,
    ],
  ])('is refused with the line of %s', async (_, text, message) => {
    await expect(parseCatalog(text, {})).rejects.toThrow(message);
  });

  it('does not check a disabled entry', async () => {
    const text = `suppliers:\n${supplier}\n  - { id: o, when: "\${KEY}", kind: openai, base_url: "\${HOST}" }\nmodels:\n  - ${model()}\n  - ${model({ id: 'n', when: '${KEY}' })}`;
    const catalog = await parseCatalog(text, {});
    expect(catalog.suppliers.map(({ id }) => id)).toEqual(['sandbox']);
    expect(catalog.models.map(({ id }) => id)).toEqual(['m']);
  });
});
