import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { SearxngSupplier } from './searxng-supplier';

export const searxng: Vendor = {
  baseUrl: null,
  open: (connection) => new SearxngSupplier(connection),
  // A search without a query: SearXNG answers 400 if JSON is enabled, else 403. It has no keys, but a proxy in front of
  // it may.
  check: { headers: bearerHeaders, refusals: [401], path: '/search?format=json', fine: 400 },
};
