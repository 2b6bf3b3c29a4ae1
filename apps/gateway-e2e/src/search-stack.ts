import {
  CALL_PROTOCOLS,
  CANARY,
  callApi,
  type FakeSearch,
  type JoinedStack,
  startFakeCalls,
  waitUntil,
} from '@shipyard/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';
import { type LedgerItem, nanoOf, type OpenAiFailure } from './gateway-client';

export interface Search extends OpenAiFailure {
  id: string;
  object: string;
  created: number;
  model: string;
  query: string;
  results: {
    title: string | null;
    url: string;
    snippet: string | null;
    site_name: string | null;
    published_at: string | null;
    score: number | null;
  }[];
  usage: { requests: number; cost_cny: number };
}

export type Ledger = (LedgerItem & {
  route_id: string | null;
  supplier_cost_cny: string | null;
  key_id: string | null;
})[];

export const UNITS = [{ unit_type: 'request', unit_name: 'search', price_cny: '0.012345678' }];
export const KINDS = ['tavily', 'bocha', 'serper', 'searxng', 'zhipu'] as const;
export type SearchKind = (typeof KINDS)[number];

/** Nothing listens at this port any more. */
async function unusedPort(): Promise<number> {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  return port;
}

function searchCatalog(owner: Admin, idOf: (name: string) => string) {
  const addModel = async (name: string, suppliers: string[], units: object[] = UNITS) => {
    await owner.do('PUT', `/models/${idOf(name)}`, modelTerms('search'));
    if (units.length > 0) await owner.do('POST', `/models/${idOf(name)}/prices`, { units });
    const routeIds: string[] = [];
    for (const [priority, supplier] of suppliers.entries()) {
      const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${idOf(name)}/routes`, {
        supplier_id: supplier === 'sandbox' ? supplier : idOf(supplier),
        upstream_model: supplier === 'zhipu' ? 'search_pro_sogou' : `up-${CANARY}`,
        priority,
        supplier_prices: [{ unit_type: 'request', price_cny: '0.002' }],
      });
      routeIds.push(route.id);
    }
    return routeIds;
  };

  const addSupplier = (name: string, kind: string, baseUrl: string, apiKeys: string[]) =>
    owner.do('POST', '/suppliers', {
      id: idOf(name),
      kind,
      base_url: baseUrl,
      api_keys: apiKeys,
      internal: true,
      timeouts: { total_ms: 1_000 },
    });

  return { addModel, addSupplier };
}

/** Adds each kind of search supplier with its model for one suite, and returns the calls of its customer. */
export function searchStack(stack: JoinedStack, suite: string) {
  const { credentials } = stack;
  const owner = new Admin(stack.gatewayUrl, credentials.gateway_admin_key);
  const idOf = (name: string) => `${suite}-${process.pid}-${name}`;
  const routeIds = new Map<SearchKind, string | undefined>();
  const fakes = {} as Record<SearchKind, FakeSearch>;
  const customer = { customerId: '', keyId: '', secret: '' };

  const search = (json: unknown, call: { token?: string; headers?: Record<string, string> } = {}) =>
    callApi<Search>(stack.gatewayUrl, 'POST', '/v1/searches', { token: customer.secret, json, ...call });

  const discreet = async (json: unknown, call = {}) => {
    const answer = await search(json, call);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(CANARY);
    return answer;
  };

  const ledgerOf = async (answer: { headers: Headers }) =>
    (await owner.do<{ items: Ledger }>('GET', `/ledger?request_id=${answer.headers.get('x-request-id') ?? ''}`)).items;

  const balanceNano = async () =>
    nanoOf((await owner.do<{ balance_cny: string }>('GET', `/customers/${customer.customerId}/balance`)).balance_cny);

  const { addModel, addSupplier } = searchCatalog(owner, idOf);

  beforeAll(async () => {
    Object.assign(customer, await owner.customer('10'));
    for (const kind of KINDS) {
      fakes[kind] = await startFakeCalls(CALL_PROTOCOLS[kind]);
      await addSupplier(kind, kind, fakes[kind].baseUrl, kind === 'searxng' ? [] : [fakes[kind].apiKey]);
      const [routeId] = await addModel(kind, [kind]);
      routeIds.set(kind, routeId);
    }
    await addSupplier('gone', 'tavily', `http://127.0.0.1:${await unusedPort()}`, ['k']);
    await addModel('after-gone', ['gone', 'bocha']);
    await addModel('either', ['tavily', 'bocha']);
    await addModel('local', ['bocha', 'sandbox']);
    await addModel('unserved', []);
    await addModel('unpriced', ['bocha'], []);
    await addModel('dear', ['bocha'], [{ ...UNITS[0], price_cny: '999999999' }]);
    await waitUntil(
      () => search({ query: 'a', model: idOf('dear') }),
      ({ body }) => body.error?.code === 'insufficient_quota',
    );
  });

  beforeEach(() => {
    for (const fake of Object.values(fakes)) fake.script();
  });

  afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

  return { credentials, owner, idOf, fakes, customer, routeIds, search, discreet, ledgerOf, balanceNano, addModel };
}
