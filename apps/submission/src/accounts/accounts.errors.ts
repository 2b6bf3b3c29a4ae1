import { defineErrors } from '@shipyard/http';

export const accountErrors = defineErrors({
  LOGIN_INVALID: { status: 401, message: 'The email or the password is wrong.' },
  CSRF_INVALID: { status: 403, message: 'A write by cookie needs the CSRF token of its log-in. Send it as X-CSRF-Token.' },
  EMAIL_TAKEN: { status: 409, message: 'There is an account with this email. Log in instead.' },
  HANDLE_TAKEN: { status: 409, message: 'This handle is in use or was once. Choose another.' },
});
