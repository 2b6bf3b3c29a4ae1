import { defineErrors } from '@shipyard/http';

export const keyErrors = defineErrors({
  insufficient_scope: {
    status: 403,
    type: 'permission_error',
    message: 'The API key lacks the scope that this call needs. Use a key that has it.',
  },
  ip_not_allowed: {
    status: 403,
    type: 'permission_error',
    message:
      'The API key may not be used from this IP address. Use an allowed address, or ask the operator to allow this one.',
  },
  model_not_allowed: {
    status: 403,
    type: 'permission_error',
    message: 'The API key may not use this model. Choose another model, or ask the operator to allow this one.',
  },
});
