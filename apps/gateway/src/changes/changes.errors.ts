import { defineErrors } from '@shipyard/http';

export const changeErrors = defineErrors({
  CONFLICT: {
    status: 409,
    message:
      'The record already exists, is in use, or is in a state that does not allow this. Look at it before you try again.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'This Idempotency-Key was used for another request. Use a new one.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
});
