import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { TavilySupplier } from './tavily-supplier';

export const tavily: Vendor = {
  baseUrl: 'https://api.tavily.com',
  open: (connection) => new TavilySupplier(connection),
  check: { headers: bearerHeaders, refusals: [401, 403], path: '/usage' },
};
