import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { BochaSupplier } from './bocha-supplier';

export const bocha: Vendor = {
  baseUrl: 'https://api.bochaai.com/v1',
  open: (connection) => new BochaSupplier(connection),
  check: { headers: bearerHeaders, refusals: [401, 403], path: '/fund/remaining' },
};
