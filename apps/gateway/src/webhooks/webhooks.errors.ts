import { defineErrors } from '@shipyard/http';

export const webhookErrors = defineErrors({
  webhook_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'You have no webhook with this id. GET /v1/webhooks lists your webhooks.',
  },
  delivery_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'You have no delivery with this id. GET /v1/webhooks/{id}/deliveries lists the deliveries of a webhook.',
  },
  too_many_webhooks: {
    status: 409,
    type: 'invalid_request_error',
    message: 'You have 20 webhooks. Delete one before you add another.',
  },
});
