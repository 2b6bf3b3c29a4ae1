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

interface Failure {
  what: string;
  behavior: SupplierBehavior;
  /** Whether the supplier may bill it. */
  isLoss: boolean;
}

const answers = (isLoss: boolean, ...codes: number[]): Failure[] =>
  codes.map((code) => ({ what: `a ${code}`, behavior: status(code), isLoss }));
const BROKEN: Failure[] = [
  { what: 'a reset', behavior: { kind: 'reset' }, isLoss: true },
  { what: 'an error inside a 200', behavior: { kind: 'error_in_200' }, isLoss: true },
  { what: 'a page', behavior: { kind: 'page' }, isLoss: true },
  { what: 'no first byte in time', behavior: { kind: 'stall' }, isLoss: true },
];
/** After each, the next route is tried. */
export const FAILURES = [
  ...answers(false, 401, 402, 403, 404, 429),
  ...answers(true, 408, 409, 500, 502, 503, 529),
  ...BROKEN,
];
/** A status is read before a stream begins, so one of each kind is enough. */
export const FAILURES_OF_STREAMS = [...answers(false, 429), ...answers(true, 500), ...BROKEN];
