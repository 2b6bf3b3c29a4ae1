import { UNSTATED_RATES } from '../../contract/media-tokens';
import { CustomerImages } from '../../images/customer-images';
import type { Vendor } from '../../contract/vendor';
import { geminiHeaders, GeminiSupplier } from './gemini-supplier';

export const gemini: Vendor = {
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  open: (connection) => new GeminiSupplier(connection, new CustomerImages()),
  // Gemini answers 400 for an unknown key.
  check: { headers: geminiHeaders, refusals: [400, 401, 403] },
  // Measured: see docs/decisions/holds-and-reservations.md.
  tokenMargin: () => ({ factor: 3, toolTokens: 0, parts: UNSTATED_RATES }),
};
