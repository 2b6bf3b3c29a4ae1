import { bearerHeaders } from '../../http/bearer-headers';
import type { Vendor } from '../../contract/vendor';
import { CallIds } from './call-ids';
import { foreignCallIdAt } from './foreign-call-id';
import { OpenAiSupplier } from './openai-supplier';
import { openAiTokenMargin } from './openai-token-margin';

export const openai: Vendor = {
  baseUrl: null,
  open: (connection, { supplierId, masterKeys }) =>
    new OpenAiSupplier(connection, new CallIds(masterKeys, supplierId, foreignCallIdAt(connection.baseUrl))),
  check: { headers: bearerHeaders, refusals: [401, 403] },
  tokenMargin: openAiTokenMargin,
};
