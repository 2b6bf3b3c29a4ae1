import { defineErrors } from '@shipyard/http';

export const imageErrors = defineErrors({
  unsupported_size: { status: 400, type: 'invalid_request_error', message: 'The model does not draw this size. GET /v1/models lists its sizes.' },
  n_too_large: { status: 400, type: 'invalid_request_error', message: 'At most 10 images can be asked for at once.' },
  task_not_found: { status: 404, type: 'invalid_request_error', message: 'There is no image task of this id among yours. Use the id that its submission answered.' },
  task_expired: { status: 410, type: 'invalid_request_error', message: 'The result of this image task is past its keeping time. Submit it again.' },
  file_not_found: { status: 404, type: 'invalid_request_error', message: 'There is no such file, or the signature of its address is missing or wrong. Use the whole address as it was answered.' },
  file_expired: { status: 410, type: 'invalid_request_error', message: 'The address of this file is past its time. A task that is still kept gives new ones.' },
});
