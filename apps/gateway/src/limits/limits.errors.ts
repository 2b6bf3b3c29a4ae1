import { defineErrors, type HttpError } from '@shipyard/http';

const RETRY_HEADERS = { 'retry-after': 'Seconds to wait, 1 to 60.', 'retry-after-ms': 'The same in milliseconds.' };

export const limitErrors = defineErrors({
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests or tokens in a minute. Wait for the time in retry-after and try again.',
    headers: RETRY_HEADERS,
  },
  concurrency_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many concurrent requests with this API key. Try again when one of them has finished.',
    headers: RETRY_HEADERS,
  },
  too_many_abandoned: {
    status: 429,
    type: 'rate_limit_error',
    message:
      'Too many requests of this API key were abandoned before their answer began. Wait for the time in retry-after, and wait longer for answers.',
    headers: RETRY_HEADERS,
  },
});

const RETRY_MAX_MS = 60_000;

/** In 1 s to 60 s. */
export function retryHeaders(waitMs: number): Record<string, string> {
  const boundMs = Math.min(RETRY_MAX_MS, Math.max(1, Math.ceil(waitMs)));
  return { 'retry-after': String(Math.ceil(boundMs / 1_000)), 'retry-after-ms': String(boundMs) };
}

export function rateLimitExceeded(what: string, waitMs: number, rates: Record<string, string> = {}): HttpError {
  return limitErrors.rate_limit_exceeded({
    message: `Too many ${what}. Wait for the time in retry-after and try again.`,
    headers: { ...retryHeaders(waitMs), ...rates },
  });
}
