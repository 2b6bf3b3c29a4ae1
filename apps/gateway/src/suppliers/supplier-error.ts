/**
 * What went wrong at a supplier:
 * timeout: no answer in time · failed: its own fault, or our account's with it · refused: the caller's parameters ·
 * content: the caller's content · context: more input than the model takes.
 */
export type SupplierFault = 'timeout' | 'failed' | 'refused' | 'content' | 'context';

/** The message and cause are for the log only: they may name the supplier. */
export class SupplierError extends Error {
  /** Whether the supplier may do the work all the same, or have done it. */
  readonly mayBeAccepted: boolean;

  constructor(
    readonly fault: SupplierFault,
    message: string,
    particulars: { cause?: unknown; isUntouched?: boolean } = {},
  ) {
    super(message, { cause: particulars.cause });
    this.mayBeAccepted = (fault === 'timeout' || fault === 'failed') && particulars.isUntouched !== true;
  }
}

/** Statuses by which a supplier turns us away at its door. */
const UNTOUCHED = new Set([401, 402, 403, 404, 429]);

/** Whether a supplier that answers with this status has not begun the work. */
export const isUntouchedBy = (status: number) => UNTOUCHED.has(status);

const CALLERS_FAULT = new Set([400, 405, 406, 413, 414, 415, 422]);

/** The fault that an HTTP status of a supplier means. 401, 402, 403, 404 and 429 are about our account there, not about the caller. */
export function faultOfStatus(status: number): SupplierFault {
  if (status === 408 || status === 504) return 'timeout';
  return CALLERS_FAULT.has(status) ? 'refused' : 'failed';
}
