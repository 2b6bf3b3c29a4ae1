import { defineErrors } from '@shipyard/http';

export const keyErrors = defineErrors({
  insufficient_scope: { status: 403, type: 'permission_error', message: 'The API key lacks the scope of this call.' },
  ip_not_allowed: { status: 403, type: 'permission_error', message: 'The API key may not be used from this address.' },
  model_not_allowed: { status: 403, type: 'permission_error', message: 'The API key may not use this model.' },
});
