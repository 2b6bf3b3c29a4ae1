import { CANARY, type FakeSupplier, type SupplierBehavior } from '@shipyard/testing';
import { modelTerms } from './catalog-rows';

export interface RouteHealth {
  route_id: string;
  model: string;
  supplier_id: string;
  state: string;
  in_flight: number;
  error_rate: number;
  p50_ms: number | null;
  p99_ms: number | null;
}

export interface RouteTerms {
  to: FakeSupplier;
  keys?: string[];
  timeouts?: object;
  priority?: number;
  weight?: number;
  max_concurrency?: number;
  on_disconnect?: string;
  usage_grace_ms?: number;
  reasons?: boolean;
  supplier_prices?: { unit_type: string; price_cny: string }[];
}

export const MODEL_TERMS = modelTerms('text', {
  owned_by: 'shipyard',
  supports_streaming: true,
  supports_function_calling: true,
  max_input_tokens: 8_000,
});

/** What a supplier is known to bill for the prompt alone. */
export const PROMPT_PRICE = [{ unit_type: 'input_1k_tokens', price_cny: '0.5' }];

export const status = (code: number): SupplierBehavior => ({
  kind: 'status',
  status: code,
  body: { error: { message: CANARY, type: 'x', param: null, code: null } },
});
export const failures: [string, SupplierBehavior][] = [
  ...[401, 402, 403, 404, 408, 409, 429, 500, 502, 503, 529].map((code): [string, SupplierBehavior] => [
    `a ${code}`,
    status(code),
  ]),
  ['a reset', { kind: 'reset' }],
  ['an error inside a 200', { kind: 'error_in_200' }],
  ['a page', { kind: 'page' }],
  ['no first byte in time', { kind: 'stall' }],
];
