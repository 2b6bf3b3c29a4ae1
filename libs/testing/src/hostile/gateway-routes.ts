import type { Dice } from './dice';
import type { Route } from './described-routes';

const text = (dice: Dice) => dice.pick(['hi', 'Draw a cat', 'Tell me of rain', 'x'.repeat(2_000), '日本語🚀']);

const chat = (dice: Dice) => ({
  model: 'sandbox-chat',
  messages: [
    { role: 'system', content: 'Be short' },
    {
      role: 'user',
      content: [
        { type: 'text', text: text(dice) },
        ...(dice.percent(20) ? [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] : []),
      ],
    },
    ...(dice.percent(30)
      ? [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: '1' },
        ]
      : []),
  ],
  max_tokens: 1 + dice.below(60),
  n: 1 + dice.below(2),
  stream: dice.percent(40),
  ...(dice.percent(30)
    ? {
        tools: [
          {
            type: 'function',
            function: {
              name: 'f',
              description: 'x',
              parameters: { type: 'object', properties: { a: { type: 'string' } } },
            },
          },
        ],
        tool_choice: 'auto',
      }
    : {}),
  ...(dice.percent(20)
    ? {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'a',
            schema: {
              type: 'object',
              properties: {
                b: { type: 'array', items: { enum: [1, 'c'] } },
                c: { type: 'string', pattern: '^[a-f]{3,9}$' },
              },
            },
          },
        },
      }
    : {}),
  ...(dice.percent(20) ? { stop: ['a'], temperature: 0.5, user: 'u', logprobs: true, seed: 1 } : {}),
});
const image = (dice: Dice) => ({
  model: 'sandbox-image',
  prompt: text(dice),
  n: 1,
  response_format: dice.pick(['url', 'b64_json']),
  user: 'u',
});
const customer = (dice: Dice) => ({ name: 'Soak', time_zone: dice.pick(['Asia/Shanghai', 'UTC']) });
const key = {
  name: 'Soak',
  scopes: ['text', 'image'],
  models: ['sandbox-chat'],
  rpm: 100,
  tpm: 1_000,
  max_concurrency: 2,
  budget: { amount_cny: '1.5', period: 'day' },
  allowed_ips: ['127.0.0.0/8'],
  expires_at: '2099-01-01T00:00:00Z',
};
const model = {
  product: 'text',
  owned_by: 'soak',
  display_name: 'Soak',
  supports_streaming: true,
  supports_function_calling: true,
  supports_vision: false,
  max_input_tokens: 1_000,
  max_output_tokens: 100,
  input_modalities: ['text'],
  output_modalities: ['text'],
  active: true,
};
const supplier = (dice: Dice) => ({
  id: `soak-${dice.below(1e6)}`,
  kind: dice.pick(['openai', 'anthropic', 'sandbox']),
  base_url: 'http://127.0.0.1:9/v1',
  api_keys: ['soak-secret'],
  internal: true,
  timeouts: { connect_ms: 500, first_byte_ms: 1_000, idle_ms: 1_000, total_ms: 2_000 },
});

type Sample = NonNullable<Route['json']>;

const ROUTES: [method: string, path: string, json?: Sample][] = [
  ...Array.from({ length: 16 }, (): [string, string, Sample] => ['POST', '/v1/chat/completions', chat]),
  ['POST', '/v1/images/generations', image],
  ['POST', '/v1/images/tasks', (dice) => ({ ...image(dice), response_format: undefined })],
  ['GET', '/v1/images/tasks/{taskId}'],
  [
    'POST',
    '/v1/searches',
    (dice) => ({
      query: text(dice),
      count: 3,
      freshness: 'week',
      include_domains: ['example.org'],
      country: 'de',
      language: 'en',
    }),
  ],
  ['GET', '/v1/files/{file}'],
  ['GET', '/v1/models'],
  ['GET', '/v1/models/{modelId}'],
  ['GET', '/v1/balance'],
  ['GET', '/llms.txt'],
  ['GET', '/docs/{doc}'],
  ['GET', '/nowhere'],
  ['POST', '/admin/login', () => ({ email: 'operator@example.com', password: 'soak words 123' })],
  ['POST', '/admin/logout', () => ({})],
  ...[
    'customers',
    'keys',
    'suppliers',
    'models',
    'routes',
    'tasks',
    'admin-keys',
    'users',
    'audit',
    'ledger',
    'requests',
    'usage',
    'reconciliation',
    'losses',
    'supplier-drift',
    'health/routes',
  ].map((things): [string, string] => ['GET', `/admin/${things}`]),
  ...['customers', 'keys', 'suppliers', 'models', 'routes', 'tasks', 'users', 'audit', 'requests', 'prices'].map(
    (things): [string, string] => ['GET', `/admin/${things}/{id}`],
  ),
  ['POST', '/admin/customers', customer],
  [
    'PATCH',
    '/admin/customers/{customerId}',
    (dice) => ({ ...customer(dice), status: dice.pick(['active', 'suspended']) }),
  ],
  ['POST', '/admin/customers/{customerId}/credits', () => ({ amount_cny: '12.50', reason: 'soak' })],
  ['GET', '/admin/customers/{customerId}/balance'],
  ['POST', '/admin/keys', () => ({ customer_id: '{customerId}', ...key })],
  ['PATCH', '/admin/keys/{keyId}', () => key],
  ['POST', '/admin/keys/{keyId}/rotate', () => ({ grace_seconds: 5 })],
  ['DELETE', '/admin/keys/{keyId}'],
  ['POST', '/admin/suppliers', supplier],
  ['PATCH', '/admin/suppliers/{supplierId}', (dice) => ({ ...supplier(dice), id: undefined, kind: undefined })],
  ['POST', '/admin/suppliers/{supplierId}/test', () => ({})],
  ['DELETE', '/admin/suppliers/{supplierId}'],
  ['PUT', '/admin/models/{ownModelId}', () => model],
  [
    'POST',
    '/admin/models/{ownModelId}/routes',
    () => ({
      supplier_id: '{supplierId}',
      upstream_model: 'm',
      priority: 0,
      weight: 1,
      supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: '0.1' }],
    }),
  ],
  [
    'POST',
    '/admin/models/{ownModelId}/prices',
    () => ({
      units: [
        { unit_type: 'input_1k_tokens', unit_name: 'tokens', price_cny: '0.1' },
        { unit_type: 'output_1k_tokens', unit_name: 'tokens', price_cny: '0.2' },
      ],
      effective_from: '2026-01-01T00:00:00Z',
    }),
  ],
  ['GET', '/admin/models/{ownModelId}/routes'],
  ['GET', '/admin/models/{ownModelId}/prices'],
  ['PATCH', '/admin/routes/{routeId}', () => ({ priority: 1, weight: 2, enabled: false })],
  ['DELETE', '/admin/routes/{routeId}'],
  ['POST', '/admin/admin-keys', (dice) => ({ name: 'Soak', role: dice.pick(['viewer', 'operator']) })],
  ['DELETE', '/admin/admin-keys/{adminKeyId}'],
  [
    'POST',
    '/admin/users',
    (dice) => ({ email: `soak-${dice.below(1e9)}@example.com`, password: 'soak words 123', role: 'viewer' }),
  ],
  ['DELETE', '/admin/users/{userId}'],
  [
    'POST',
    '/admin/supplier-usage',
    () => ({
      supplier_id: '{supplierId}',
      items: [{ day: '2026-11-01', upstream_model: 'm', unit_type: 'image', units: 3, cost_cny: '0.3' }],
    }),
  ],
];

export const gatewayRoutes = (): Route[] =>
  ROUTES.map(([method, path, json]) => ({ service: 'gateway', method, path, json }));
