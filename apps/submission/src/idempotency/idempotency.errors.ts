import { defineErrors } from '@shipyard/http';

export const idempotencyErrors = defineErrors({
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'This Idempotency-Key was used for another request. Use a new one.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
});
