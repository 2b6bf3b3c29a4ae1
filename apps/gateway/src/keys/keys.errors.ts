import { defineErrors } from '@shipyard/http';

export const keyErrors = defineErrors({
  insufficient_scope: { status: 403, type: 'permission_error', message: 'The API key lacks the scope of this call.' },
});
