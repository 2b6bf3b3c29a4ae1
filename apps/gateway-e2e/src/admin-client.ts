import { type ApiAnswer, type ApiCall, callApi, PRODUCT_SCOPES } from '@shipyard/testing';

/** The limits of a customer that has none. */
export const NO_LIMITS = {
  rpm: null,
  tpm: null,
  max_concurrency: null,
  spend_day_cny: null,
  spend_month_cny: null,
  models: null,
};

/** What a new key of a customer gets if nothing is set. */
export const NO_KEY_DEFAULTS = { models: null, rpm: null, tpm: null, max_concurrency: null, budget: null };

export interface AdminBody<Data> {
  ok: boolean;
  data: Data;
  error?: string;
  message?: string;
  details?: { fields?: { field: string; message: string }[]; retry_after_seconds?: number };
}

export interface Listed<Item> {
  items: Item[];
  next_cursor: string | null;
}

export class Admin {
  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  call<Data>(method: string, path: string, json?: unknown, call: ApiCall = {}): Promise<ApiAnswer<AdminBody<Data>>> {
    return callApi<AdminBody<Data>>(this.url, method, `/admin${path}`, { token: this.key, json, ...call });
  }

  async do<Data>(method: string, path: string, json?: unknown, call: ApiCall = {}): Promise<Data> {
    const { status, body, text } = await this.call<Data>(method, path, json, call);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text}`);
    return body.data;
  }

  async all<Item>(path: string, limit = 200): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const mark: string = path.includes('?') ? '&' : '?';
      const page: Listed<Item> = await this.do('GET', `${path}${mark}limit=${limit}${cursor && `&cursor=${cursor}`}`);
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  }

  async as(role: 'viewer' | 'operator' | 'owner'): Promise<Admin & { id: string }> {
    const { admin_key, secret } = await this.do<{ admin_key: { id: string }; secret: string }>('POST', '/admin-keys', {
      name: `Suite ${role}`,
      role,
    });
    return Object.assign(new Admin(this.url, secret), { id: admin_key.id });
  }

  async customer(creditCny = '10', terms: object = {}): Promise<{ customerId: string; keyId: string; secret: string }> {
    const { customer } = await this.do<{ customer: { id: string } }>('POST', '/customers', { name: 'Suite' });
    const headers = { 'idempotency-key': `credit ${customer.id}` };
    await this.do('POST', `/customers/${customer.id}/credits`, { amount_cny: creditCny, reason: 'Suite' }, { headers });
    const { key, secret } = await this.do<{ key: { id: string }; secret: string }>('POST', '/keys', {
      customer_id: customer.id,
      name: 'Suite',
      scopes: PRODUCT_SCOPES,
      ...terms,
    });
    return { customerId: customer.id, keyId: key.id, secret };
  }
}
