import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { VolcengineImagesSupplier } from './volcengine-images-supplier';

export const volcengineImages: Vendor = {
  baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
  open: (connection) => new VolcengineImagesSupplier(connection),
  check: { headers: bearerHeaders, refusals: [401, 403] },
};
