import { defineErrors } from '@shipyard/http';

export const changeErrors = defineErrors({
  CONFLICT: { status: 409, message: 'It exists already, is in use, or is in a state that does not allow that.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'This Idempotency-Key belongs to another request. Use a new one.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'The first request with this Idempotency-Key still runs. Send it again in a moment.' },
});
