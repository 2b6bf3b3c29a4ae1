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
  /** The status of the answer, if there was one. */
  readonly status: number | undefined;
  /** How long the supplier wants to be left alone, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly fault: SupplierFault,
    message: string,
    particulars: { cause?: unknown; isUntouched?: boolean; status?: number; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: particulars.cause });
    this.mayBeAccepted = (fault === 'timeout' || fault === 'failed') && particulars.isUntouched !== true;
    this.status = particulars.status;
    this.retryAfterMs = particulars.retryAfterMs;
  }
}

/** Statuses by which a supplier turns us away at its door. */
const UNTOUCHED = new Set([401, 402, 403, 404, 429]);

/** The head of an answer. */
export interface AnswerHead {
  status: number;
  retryAfterMs?: number;
}

/**
 * What the head of a failed answer says besides the fault: whether the work was begun, and for how long the supplier
 * wants to be left alone.
 */
export const answeredWith = ({ status, retryAfterMs }: AnswerHead) => ({
  status,
  retryAfterMs,
  isUntouched: UNTOUCHED.has(status),
});

/** A failure that came after the work was bought, whatever came of it: to ask anew would be to buy anew. */
export function afterPurchase(error: unknown): unknown {
  if (!(error instanceof SupplierError) || error.mayBeAccepted) return error;
  const { status, retryAfterMs } = error;
  return new SupplierError('failed', 'It was bought, and could not be had', { cause: error, status, retryAfterMs });
}

const CALLERS_FAULT = new Set([400, 405, 406, 413, 414, 415, 422]);

/**
 * The fault that an HTTP status of a supplier means. 401, 402, 403, 404 and 429 are about our account there, not about
 * the caller.
 */
export function faultOfStatus(status: number): SupplierFault {
  if (status === 408 || status === 504) return 'timeout';
  return CALLERS_FAULT.has(status) ? 'refused' : 'failed';
}
