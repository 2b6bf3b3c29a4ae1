export {
  KeyLimitsService,
  type LimitedKey,
  type PassedCall,
  type RateHeaders,
  shareOfLimit,
} from './key-limits.service';
export { rateLimitExceeded, retryHeaders } from './limits.errors';
