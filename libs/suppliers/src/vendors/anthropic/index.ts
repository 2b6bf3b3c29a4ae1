import { UNSTATED_RATES } from '../../contract/media-tokens';
import type { Vendor } from '../../contract/vendor';
import { anthropicHeaders, AnthropicSupplier } from './anthropic-supplier';

export const anthropic: Vendor = {
  baseUrl: 'https://api.anthropic.com/v1',
  open: (connection) => new AnthropicSupplier(connection),
  check: { headers: anthropicHeaders, refusals: [401, 403] },
  // Measured: see docs/decisions/holds-and-reservations.md.
  // A page of a PDF is its text and an image of at most 4,784 tokens.
  tokenMargin: () => ({
    factor: 6,
    toolTokens: 600,
    parts: { ...UNSTATED_RATES, page: 4_784, textByte: 2 },
  }),
};
