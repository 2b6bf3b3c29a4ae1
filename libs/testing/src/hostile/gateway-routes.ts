import type { Dice } from './dice';
import { describedRoutes, type FieldValues, type Route } from './described-routes';
import type { HostileWorld } from './hostile-world';

const text = (dice: Dice) => dice.pick(['hi', 'Draw a cat', 'Tell me of rain', 'x'.repeat(2_000), '日本語🚀']);

/** The schema allows fields that refuse each other, so few chats of its making would be answered. */
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
const image = (dice: Dice) => ({ model: 'sandbox-image', prompt: text(dice), n: 1, user: 'u' });

const SAMPLES = {
  'POST /v1/chat/completions': chat,
  'POST /v1/images/generations': (dice: Dice) => ({ ...image(dice), response_format: dice.pick(['url', 'b64_json']) }),
  'POST /v1/images/tasks': image,
};

/** No supplier of these values is outside of this machine. */
const valuesIn = (world: HostileWorld): FieldValues => ({
  id: (dice) => `soak-${dice.below(1e6)}`,
  email: (dice) => `soak-${dice.below(1e9)}@example.com`,
  password: () => 'soak words 123',
  query: text,
  country: () => 'de',
  language: () => 'en',
  include_domains: () => ['example.org'],
  customer_id: (dice) => dice.pick(world.placesOf('customers')),
  supplier_id: (dice) => dice.pick(world.placesOf('suppliers')),
  kind: (dice) => dice.pick(['openai', 'sandbox']),
  base_url: () => 'http://127.0.0.1:9/v1',
  api_keys: () => ['soak-secret'],
  product: () => 'text',
  scopes: () => ['text', 'image'],
  models: () => ['sandbox-chat'],
  allowed_ips: () => ['127.0.0.0/8'],
  time_zone: (dice) => dice.pick(['Asia/Shanghai', 'UTC']),
  amount_cny: () => '12.50',
  price_cny: () => '0.1',
  cost_cny: () => '0.3',
  multiplier: () => '0.85',
  price_list_id: (dice) => dice.pick(world.placesOf('price-lists')),
  unit_type: (dice) => dice.pick(['input_1k_tokens', 'output_1k_tokens']),
  input_modalities: () => ['text'],
  output_modalities: () => ['text'],
});

/** All routes of both documents, the chat more often, and what no document names. */
export async function gatewayRoutes(world: HostileWorld): Promise<Route[]> {
  const { gatewayUrl: url, credentials } = world.stack;
  const described = await Promise.all(
    (['/v1', '/admin'] as const).map(async (family) => {
      const document = `${family}/openapi.json`;
      const values = valuesIn(world);
      const routes = await describedRoutes(
        { service: 'gateway', url, document, token: credentials.gateway_admin_key },
        values,
      );
      // An id is one of the things that stand before it in the path.
      const named = (path: string) =>
        path.replace(/\/([\w-]+)\/\{id\}/g, family === '/v1' ? '/$1/{v1-$1}' : '/$1/{$1}');
      return routes.map((route) => ({
        ...route,
        path: named(route.path),
        json: SAMPLES[`${route.method} ${route.path}` as keyof typeof SAMPLES] ?? route.json,
      }));
    }),
  );
  const routes = described.flat();
  const chats = routes.filter(({ path }) => path === '/v1/chat/completions');
  const others = ['/llms.txt', '/docs/{doc}', '/nowhere'].map((path): Route => ({
    service: 'gateway',
    method: 'GET',
    path,
  }));
  return [...routes, ...Array.from({ length: 12 }, () => chats).flat(), ...others];
}
