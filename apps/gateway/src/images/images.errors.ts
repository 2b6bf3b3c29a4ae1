import { defineErrors } from '@shipyard/http';
import { MAX_IMAGES } from './images.dto';

export const imageErrors = defineErrors({
  unsupported_size: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The model does not support this size. GET /v1/models lists the sizes that it supports.',
  },
  n_too_large: {
    status: 400,
    type: 'invalid_request_error',
    message: `At most ${MAX_IMAGES} images can be requested at once. Send several requests to get more.`,
  },
  task_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'You have no image task with this id. Use the id from the response that created the task.',
  },
  task_expired: {
    status: 410,
    type: 'invalid_request_error',
    message: 'The result of this image task has expired. Submit the task again.',
  },
  file_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message:
      'This file does not exist, or the signature in its URL is missing or wrong. Use the whole URL as you received it.',
  },
  file_expired: {
    status: 410,
    type: 'invalid_request_error',
    message: 'This link has expired. Retrieve the image task again to get a new one.',
  },
});
