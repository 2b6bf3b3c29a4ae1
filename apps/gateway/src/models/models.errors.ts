import { defineErrors } from '@shipyard/http';

export const modelErrors = defineErrors({
  model_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'There is no such model. GET /v1/models lists all models.',
  },
  no_route_available: {
    status: 503,
    type: 'api_error',
    message: 'No supplier can serve this model right now. Try again in a moment.',
    log: 'warn',
  },
});
