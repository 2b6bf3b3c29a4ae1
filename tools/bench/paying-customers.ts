import { callApi } from '@shipyard/testing';
import type { BenchStack } from './bench-stack';

export interface Payer {
  customerId: string;
  keyId: string;
  secret: string;
}

export async function payersOf(
  { stack, credentials }: BenchStack,
  count: number,
  scopes: ('text' | 'image')[] = ['text'],
): Promise<Payer[]> {
  const call = async <Data>(path: string, json: object, headers: Record<string, string> = {}): Promise<Data> => {
    const { status, body, text } = await callApi<{ data: Data }>(stack.addresses.gatewayUrl, 'POST', `/admin${path}`, {
      token: credentials.gateway_admin_key,
      json,
      headers,
    });
    if (status !== 201) throw new Error(`POST /admin${path} answered ${status} ${text}`);
    return body.data;
  };
  const payers: Payer[] = [];
  for (let at = 0; at < count; at += 1) {
    const { customer } = await call<{ customer: { id: string } }>('/customers', { name: `Bench ${at}` });
    await call(
      `/customers/${customer.id}/credits`,
      { amount_cny: '100000', reason: 'Bench' },
      { 'idempotency-key': customer.id },
    );
    const { key, secret } = await call<{ key: { id: string }; secret: string }>('/keys', {
      customer_id: customer.id,
      name: 'Bench',
      scopes,
    });
    payers.push({ customerId: customer.id, keyId: key.id, secret });
  }
  return payers;
}
