export {
  KeyLimitsService,
  type LimitedKey,
  type AdmittedCall,
  type RateHeaders,
  shareOfLimit,
} from './key-limits.service';
export { limitErrors, rateLimitExceeded, retryHeaders } from './limits.errors';
export { RATE_HEADERS } from './rate-headers';
export type { KeyTerms } from './sliding-window';
