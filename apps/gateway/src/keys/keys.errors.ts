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
  key_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'You have no key with this id. GET /v1/keys lists your keys.',
  },
  key_revoked: {
    status: 409,
    type: 'invalid_request_error',
    message: 'This key is revoked. Create a new one.',
  },
  too_many_keys: {
    status: 409,
    type: 'invalid_request_error',
    message: 'You have 1,000 keys that are not revoked. Revoke one before you create another.',
  },
  model_not_allowed: {
    status: 403,
    type: 'permission_error',
    message: 'The API key may not use this model. Choose another model, or ask the operator to allow this one.',
  },
});
