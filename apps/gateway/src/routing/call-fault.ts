import { SupplierError } from '../suppliers';
import type { CallOutcome } from './circuit-breaker';

/** Statuses about our key or our account. A 429 is the supplier's own limit. */
const ABOUT_OUR_ACCOUNT = new Set([401, 402, 403, 429]);

/** A failure counts against a route unless the request itself may be the reason. */
export function outcomeOfFailure(error: unknown): CallOutcome {
  if (!(error instanceof SupplierError)) return 'unknown';
  if (error.isUnreachable) return 'unreachable';
  // The supplier was not asked: a step before the call failed, such as fetching a customer's images.
  if (!error.mayBeAccepted && error.status === undefined) return 'unknown';
  return blamesRequest(error) ? 'unknown' : 'failed';
}

export const isServersFault = ({ status = 0 }: SupplierError) => status >= 500;

/** Whether the request got a 5xx from one route, and another refused it or failed with a 5xx too. */
export const failsEverywhere = (errors: readonly SupplierError[]): boolean =>
  errors.filter((error) => isServersFault(error) || blamesRequest(error)).length > 1;

function blamesRequest({ fault, status = 0 }: SupplierError): boolean {
  if (fault !== 'failed' && fault !== 'timeout') return true;
  return status >= 400 && status < 500 && !ABOUT_OUR_ACCOUNT.has(status);
}
