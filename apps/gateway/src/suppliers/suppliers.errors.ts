import { defineErrors, type HttpError, openAiErrors } from '@shipyard/http';
import { ImageNotFetched, NoRoomForImages, SupplierError } from '@shipyard/suppliers';

export const supplierErrors = defineErrors({
  upstream_error: { status: 502, type: 'api_error', message: 'The model could not answer. Try again.', log: 'warn' },
  upstream_timeout: {
    status: 504,
    type: 'api_error',
    message: 'The model did not answer in time. Try again.',
    log: 'warn',
  },
  content_policy_violation: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The model refused this content, and nothing was charged. Change the content and try again.',
  },
  context_length_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The input is longer than the model accepts. Shorten it, or choose a model that accepts more.',
  },
});

/** Hides the supplier's own words from customers. Returns any other error unchanged. `input` is what may be too long. */
export function toCustomerError(error: unknown, input?: string): unknown {
  if (!(error instanceof SupplierError)) return error;
  return toHttpError(error, input);
}

/** One message for every reason, so that nobody learns by it what an address inside a network answers. */
const imageNotFetched = (error: ImageNotFetched) =>
  openAiErrors.invalid_value({
    message:
      'The image could not be fetched. Use the public https address of a PNG, JPEG or WebP, or send the image as a data URL.',
    param: error.field,
    cause: error,
  });

const noRoom = (error: NoRoomForImages) =>
  openAiErrors.server_overloaded({ cause: error, headers: { 'retry-after': '2', 'retry-after-ms': '2000' } });

function toHttpError(error: SupplierError, input?: string): HttpError {
  switch (error.fault) {
    case 'timeout':
      return supplierErrors.upstream_timeout({ cause: error });
    case 'failed':
      if (error instanceof NoRoomForImages) return noRoom(error);
      return supplierErrors.upstream_error({ cause: error });
    case 'content':
      return supplierErrors.content_policy_violation({ cause: error });
    case 'context':
      return supplierErrors.context_length_exceeded({ cause: error, param: input });
    case 'refused':
      if (error instanceof ImageNotFetched) return imageNotFetched(error);
      return openAiErrors.invalid_value({
        message: 'The model does not accept this request. Check the parameters.',
        cause: error,
      });
  }
}
