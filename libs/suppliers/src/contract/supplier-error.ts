/**
 * timeout: no answer in time · failed: a fault of the supplier or our account · refused: the caller's parameters ·
 * content: the caller's content · context: input that is too long.
 */
export type SupplierFault = 'timeout' | 'failed' | 'refused' | 'content' | 'context';

/** The message and cause are for the log only, because they may name the supplier. */
export class SupplierError extends Error {
  /** Whether the supplier may have done the work or may still do it. */
  readonly mayBeAccepted: boolean;
  /** Whether there was no connection to the supplier, so that the request was never sent. */
  readonly isUnreachable: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly fault: SupplierFault,
    message: string,
    particulars: {
      cause?: unknown;
      isUntouched?: boolean;
      isUnreachable?: boolean;
      status?: number;
      retryAfterMs?: number;
    } = {},
  ) {
    super(message, { cause: particulars.cause });
    this.mayBeAccepted = (fault === 'timeout' || fault === 'failed') && particulars.isUntouched !== true;
    this.isUnreachable = particulars.isUnreachable === true;
    this.status = particulars.status;
    this.retryAfterMs = particulars.retryAfterMs;
  }
}

/** These statuses mean that the supplier did not start the work. */
const UNTOUCHED = new Set([401, 402, 403, 404, 429]);

export interface AnswerHead {
  status: number;
  retryAfterMs?: number;
}

export const answeredWith = ({ status, retryAfterMs }: AnswerHead) => ({
  status,
  retryAfterMs,
  isUntouched: UNTOUCHED.has(status),
});

/** Marks a failure that came after the purchase, because a retry would buy again. */
export function afterPurchase(error: unknown): unknown {
  if (!(error instanceof SupplierError) || error.mayBeAccepted) return error;
  const { status, retryAfterMs } = error;
  return new SupplierError('failed', 'It was bought, and could not be had', { cause: error, status, retryAfterMs });
}

const CALLERS_FAULT = new Set([400, 405, 406, 413, 414, 415, 422]);

/** 401, 402, 403, 404 and 429 are about our account, not the caller. */
export function faultOfStatus(status: number): SupplierFault {
  if (status === 408 || status === 504) return 'timeout';
  return CALLERS_FAULT.has(status) ? 'refused' : 'failed';
}
