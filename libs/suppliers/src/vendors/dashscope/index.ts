import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { DashScopeSupplier } from './dashscope-supplier';

export const dashscope: Vendor = {
  baseUrl: 'https://dashscope.aliyuncs.com/api/v1',
  open: (connection) => new DashScopeSupplier(connection),
  // DashScope has no list of models. It answers 200 for a task that does not exist.
  check: { headers: bearerHeaders, refusals: [401, 403], path: '/tasks/00000000-0000-0000-0000-000000000000' },
};
