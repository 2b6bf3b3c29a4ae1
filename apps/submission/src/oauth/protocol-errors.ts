import { defineErrors } from '@shipyard/http';

/** The codes of RFC 6749, 7591, 7009, 8628 and 8707. They are answered as `{ error, error_description }`. */
export const oauthErrors = defineErrors({
  invalid_request: {
    status: 400,
    message: 'A parameter is missing, sent twice or malformed. Correct the request.',
  },
  invalid_client: {
    status: 401,
    message: 'The client is unknown, or was deleted because it was not used. Register it again.',
  },
  invalid_grant: {
    status: 400,
    message: 'The code or refresh token is wrong, used, expired, revoked or of another client. Ask the person again.',
  },
  unauthorized_client: { status: 400, message: 'This client may not do that. Use a grant of its own.' },
  unsupported_grant_type: {
    status: 400,
    message: 'The grant type is not supported. The metadata of the server lists those that are.',
  },
  unsupported_response_type: { status: 400, message: 'The response type is not supported. Use code.' },
  invalid_scope: {
    status: 400,
    message: 'A scope is unknown. The metadata of the server lists those that exist.',
  },
  invalid_target: { status: 400, message: 'The resource is another server. Use the one that our metadata names.' },
  access_denied: { status: 400, message: 'The person refused, or has revoked the access. Ask again if they want it.' },
  authorization_pending: { status: 400, message: 'The person has not decided yet. Ask again after the interval.' },
  slow_down: { status: 400, message: 'The last request was too recent. Wait 5 seconds longer between two requests.' },
  expired_token: { status: 400, message: 'The device code has expired. Ask for a new one.' },
  invalid_redirect_uri: {
    status: 400,
    message:
      'A redirect URI is not allowed. Use https, http to this computer (127.0.0.1, [::1] or localhost), or a private-use scheme such as com.example.app.',
  },
  invalid_client_metadata: { status: 400, message: 'The metadata of the client is invalid. Correct it and try again.' },
  temporarily_unavailable: {
    status: 503,
    message: 'The service cannot answer right now. Try again in a moment.',
    log: 'warn',
  },
  server_error: {
    status: 500,
    message: 'Something went wrong on our side. Try again. If it keeps failing, report the X-Request-Id to us.',
    log: 'error',
  },
});
