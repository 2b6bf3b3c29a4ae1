import type { Vendor } from '../../contract/vendor';
import { serperHeaders, SerperSupplier } from './serper-supplier';

export const serper: Vendor = {
  baseUrl: 'https://google.serper.dev',
  open: (connection) => new SerperSupplier(connection),
  check: { headers: serperHeaders, refusals: [401, 403], path: '/account' },
};
