import type { ErrorCode } from './error-codes';

export interface Failure {
  error: string;
  message: string;
  details: Readonly<Record<string, unknown>>;
  status: number;
  requestId: string | null;
  /** In seconds, from the Retry-After of the response. */
  retryAfter: number | null;
}

/** A response of the service that is not a success. */
export class ShipyardError extends Error implements Failure {
  override readonly name = 'ShipyardError';
  readonly error: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor({ error, message, details, status, requestId, retryAfter }: Failure) {
    super(message);
    this.error = error;
    this.details = details;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Tells errors apart by their code: `if (isShipyardError(error, 'SLUG_TAKEN'))`. Without a code: any of them. */
export const isShipyardError = (error: unknown, ...codes: readonly ErrorCode[]): error is ShipyardError =>
  error instanceof ShipyardError && (codes.length === 0 || codes.some((code) => code === error.error));

/** Returns the error that a response tells of. Its body may come from a proxy, so nothing in it is relied upon. */
export function errorOf(response: Response, body: unknown): ShipyardError {
  const { error, message, details } = isObject(body) ? body : {};
  return new ShipyardError({
    error: typeof error === 'string' ? error : `HTTP_${response.status}`,
    message: typeof message === 'string' ? message : `The server answered with status ${response.status}.`,
    details: isObject(details) ? details : {},
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: readRetryAfter(response.headers.get('retry-after')),
  });
}

/** Reads both forms of Retry-After: seconds, and a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
