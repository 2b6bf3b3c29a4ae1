import { SupplierError } from '@shipyard/suppliers';

/**
 * Whether a supplier bills a call that failed. It does not bill what it refused, or never got. Everything else it may
 * have done, also if we stopped waiting.
 */
export const billOfFailure = (error: unknown): 'perhaps_billed' | 'not_billed' =>
  error instanceof SupplierError && !error.mayBeAccepted ? 'not_billed' : 'perhaps_billed';
