import { type ApiAnswer, callApi, documentedFetch, waitUntil } from '@shipyard/testing';
import OpenAI from 'openai';

export interface OpenAiFailure {
  error: { message: string; type: string; param: string | null; code: string | null };
}

export interface LedgerItem {
  id: string;
  request_id: string | null;
  task_id: string | null;
  customer_id: string;
  model: string | null;
  account: 'customer' | 'revenue' | 'funding';
  kind: 'charge' | 'credit' | 'adjustment' | 'loss';
  amount_cny: string;
  supplier_cost_cny: string | null;
  lines: {
    unit_type: string;
    units: number;
    unit_price_cny: string;
    amount_cny: string;
    price_list: string;
    above_input_tokens?: number;
    size?: string;
    quality?: string;
    depth?: string;
  }[];
}

interface Success<Data> {
  ok: true;
  data: Data;
}

/** Without retries, so that an undocumented answer fails the call. */
export function officialClient(gatewayUrl: string, apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${gatewayUrl}/v1`, apiKey, maxRetries: 0, fetch: documentedFetch });
}

export class Operator {
  constructor(
    private readonly gatewayUrl: string,
    private readonly adminKey: string,
  ) {}

  get<Data>(path: string): Promise<ApiAnswer<Success<Data>>> {
    return callApi<Success<Data>>(this.gatewayUrl, 'GET', path, { token: this.adminKey });
  }

  async ledgerOf(requestId: string): Promise<LedgerItem[]> {
    const { body } = await this.get<{ items: LedgerItem[] }>(
      `/admin/ledger?request_id=${encodeURIComponent(requestId)}`,
    );
    return body.data.items;
  }

  async reconciliation() {
    const { body } = await this.get<{ drift_cny: string; open_holds: { count: number }; mismatches: unknown[] }>(
      '/admin/reconciliation',
    );
    return body.data;
  }

  /** The reconciliation once nothing is held any more. */
  settledBooks(waiting: Parameters<typeof waitUntil>[2] = {}) {
    return waitUntil(
      () => this.reconciliation(),
      ({ open_holds }) => open_holds.count === 0,
      waiting,
    );
  }
}

/** Nano-CNY, so that amounts are compared exactly. */
export function nanoOf(amountCny: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(amountCny);
  if (!match) throw new Error(`${amountCny} is no amount`);
  const [, sign, whole = '0', fraction = ''] = match;
  const nano = BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
  return sign === '-' ? -nano : nano;
}
