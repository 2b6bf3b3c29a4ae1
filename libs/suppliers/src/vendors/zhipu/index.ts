import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { ZhipuSupplier } from './zhipu-supplier';

export const zhipu: Vendor = {
  baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
  open: (connection) => new ZhipuSupplier(connection),
  check: { headers: bearerHeaders, refusals: [401, 403] },
};
