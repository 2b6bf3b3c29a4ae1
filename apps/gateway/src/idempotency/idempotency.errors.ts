import { defineErrors } from '@shipyard/http';

export const idempotencyErrors = defineErrors({
  idempotency_key_reused: {
    status: 409,
    type: 'invalid_request_error',
    message: 'This Idempotency-Key was used for another request, or its response cannot be sent again. Use a new one.',
  },
  idempotency_in_progress: {
    status: 409,
    type: 'invalid_request_error',
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
});

/** OpenAI's clients retry every 409 unless told not to, and retrying cannot help here. */
export const keyReused = () => idempotencyErrors.idempotency_key_reused({ headers: { 'x-should-retry': 'false' } });

export const inProgress = () =>
  idempotencyErrors.idempotency_in_progress({ headers: { 'x-should-retry': 'true', 'retry-after': '1' } });
