import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { SearxngSupplier } from './searxng-supplier';

export const searxng: Vendor = {
  baseUrl: null,
  open: (connection) => new SearxngSupplier(connection),
  // A search for nothing: SearXNG answers 400 if it would answer in JSON, and 403 if its settings do not list json
  // among the formats. SearXNG knows no keys, but a proxy in front of it may.
  check: { headers: bearerHeaders, refusals: [401], path: '/search?format=json', fine: 400 },
};
