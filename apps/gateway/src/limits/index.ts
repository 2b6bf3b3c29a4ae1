export {
  KeyLimitsService,
  type LimitedKey,
  type AdmittedCall,
  type RateHeaders,
  shareOfLimit,
} from './key-limits.service';
export { rateLimitExceeded, retryHeaders } from './limits.errors';
