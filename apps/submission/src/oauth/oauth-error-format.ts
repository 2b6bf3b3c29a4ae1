import { envelopeErrors, type ErrorFormat, type HttpError } from '@shipyard/http';
import { oauthErrors } from './protocol-errors';

const RETRY = { 'retry-after': '2' };

/** `{ error, error_description }`, as RFC 6749 asks. */
export const oauthErrorFormat: ErrorFormat = {
  prefix: '/oauth',
  fromFault: (fault) => {
    switch (fault.kind) {
      case 'route_unknown':
        return envelopeErrors.NOT_FOUND();
      case 'method_unknown':
        return envelopeErrors.METHOD_NOT_ALLOWED({ headers: { allow: fault.allowed.join(', ') } });
      case 'body_malformed':
        return oauthErrors.invalid_request({ message: fault.message });
      case 'body_too_large':
        return oauthErrors.invalid_request({
          message: `The body is larger than ${fault.limitBytes} bytes, the most that this call accepts. Send less at once.`,
        });
      case 'body_not_utf8':
        return oauthErrors.invalid_request({ message: 'The body must be valid UTF-8.' });
      case 'input_invalid':
        return oauthErrors.invalid_request({
          message: `${fault.problems.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
        });
      case 'overloaded':
        return oauthErrors.temporarily_unavailable({ headers: RETRY });
      case 'unavailable':
        return oauthErrors.temporarily_unavailable({ cause: fault.cause, headers: RETRY });
      case 'internal':
        return oauthErrors.server_error({ cause: fault.cause });
    }
  },
  render: (error) => ({ error: oauthCodeOf(error), error_description: ascii(error.message) }),
};

/** What the rest of the service refuses, such as too many requests, has no code of OAuth. */
function oauthCodeOf({ code, row: { status } }: HttpError): string {
  if (code in oauthErrors) return code;
  return (status === 429 || status >= 500 ? oauthErrors.temporarily_unavailable : oauthErrors.invalid_request).code;
}

/** RFC 6749 allows no other characters in a description. */
const ascii = (message: string) => message.replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
