import { CANARY } from './canary';
import type { FakeSupplier } from './fake-supplier';

export interface FakeCatalogOptions {
  /** A supplier with a dialect of its own. */
  strict?: { supplier: FakeSupplier; options: Record<string, unknown> };
  /** How long the gateway waits for a byte of a stream. It waits five times as long for a whole answer. */
  patienceMs?: number;
}

const PRICES = [
  { unit_type: 'input_1k_tokens', unit_name: '1K input tokens', price_cny: '0.002' },
  { unit_type: 'output_1k_tokens', unit_name: '1K output tokens', price_cny: '0.006' },
];

/**
 * `fake-chat` can do everything, `fake-plain` only text; `fake-small` reads 50 tokens; `fake-dear` costs more than any
 * balance; `fake-unpriced`, `fake-unserved` and `fake-inactive` lack what their names say. A strict supplier serves
 * `fake-strict` alone, and `fake-either` before the first one.
 */
export function fakeCatalog(supplier: FakeSupplier, { strict, patienceMs = 2_000 }: FakeCatalogOptions = {}) {
  const first = [routeTo('fake')];
  const models = [
    model('fake-chat', { routes: first, supports_vision: true, input_modalities: ['text', 'image'] }),
    model('fake-plain', { routes: first, supports_streaming: false, supports_function_calling: false }),
    model('fake-small', { routes: first, max_input_tokens: 50 }),
    model('fake-dear', { routes: first, prices: PRICES.map((price) => ({ ...price, price_cny: '999999999' })) }),
    model('fake-unpriced', { routes: first, prices: [] }),
    model('fake-unserved', { routes: [] }),
    model('fake-inactive', { routes: first, active: false }),
    ...(strict
      ? [
          model('fake-strict', { routes: [routeTo('strict')] }),
          model('fake-either', { routes: [routeTo('strict'), routeTo('fake', 1)] }),
        ]
      : []),
  ];
  const suppliers = [
    entry('fake', supplier, patienceMs),
    ...(strict ? [{ ...entry('strict', strict.supplier, patienceMs), ...strict.options }] : []),
  ];
  return { suppliers, models };
}

const supplierId = (name: string) => `${name}-${CANARY}`;

const entry = (name: string, { baseUrl, apiKey }: FakeSupplier, patienceMs: number) => ({
  id: supplierId(name),
  kind: 'openai',
  base_url: baseUrl,
  api_keys: [apiKey],
  internal: true,
  timeouts: { first_byte_ms: patienceMs, idle_ms: patienceMs, total_ms: 5 * patienceMs },
});

const routeTo = (name: string, priority = 0) => ({
  supplier_id: supplierId(name),
  upstream_model: `upstream-of-${name}-${CANARY}`,
  priority,
  usage_grace_ms: 0,
});

function model(id: string, particulars: Record<string, unknown>) {
  return {
    id,
    product: 'text',
    owned_by: 'shipyard',
    display_name: id,
    supports_streaming: true,
    supports_function_calling: true,
    supports_vision: false,
    max_input_tokens: 128_000,
    max_output_tokens: 4_096,
    input_modalities: ['text'],
    output_modalities: ['text'],
    active: true,
    prices: PRICES,
    ...particulars,
  };
}
