import { defineErrors } from '@shipyard/http';

export const accountErrors = defineErrors({
  LOGIN_INVALID: { status: 401, message: 'The email or the password is wrong.' },
  EMAIL_TAKEN: { status: 409, message: 'There is an account with this email. Log in instead.' },
  HANDLE_TAKEN: { status: 409, message: 'This handle is in use or was once. Choose another.' },
});
