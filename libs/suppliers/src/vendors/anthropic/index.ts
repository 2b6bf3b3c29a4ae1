import type { Vendor } from '../../contract/vendor';
import { anthropicHeaders, AnthropicSupplier } from './anthropic-supplier';

export const anthropic: Vendor = {
  baseUrl: 'https://api.anthropic.com/v1',
  open: (connection) => new AnthropicSupplier(connection),
  check: { headers: anthropicHeaders, refusals: [401, 403] },
  // Measured: see docs/decisions/0103.
  tokenMargin: () => ({ factor: 6, toolTokens: 600 }),
};
