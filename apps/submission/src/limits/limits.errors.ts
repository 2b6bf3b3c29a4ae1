import { defineErrors } from '@shipyard/http';

export const limitErrors = defineErrors({
  RATE_LIMITED: { status: 429, message: 'That was too much in too short a time. Try again after details.retry_after_seconds.' },
});
