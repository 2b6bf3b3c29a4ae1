import { SECOND_FACTOR_REFUSALS, type SecondFactorRefusal } from '@shipyard/auth';
import { defineErrors, Describe, envelopeErrors } from '@shipyard/http';
import { IsIn } from 'class-validator';

export const ACCOUNT_SUSPENDED = 'This account is suspended. Contact the staff.';
export const BIRTH_DATE_SET = 'The date of birth is already set. Ask an admin to correct it.';

export class SecondFactorRefused {
  @Describe('`required`: send `code` or `recovery_code`. `invalid`: the value is wrong or was used before.')
  @IsIn(SECOND_FACTOR_REFUSALS)
  second_factor: SecondFactorRefusal;
}

export const accountErrors = defineErrors({
  LOGIN_INVALID: {
    status: 401,
    message: 'The email or the password is wrong. Check both and try again.',
    detailsWhereKnown: SecondFactorRefused,
  },
  AGE_REFUSED: {
    status: 403,
    message:
      'People below the minimum age of this site cannot have an account yet. Nothing was stored. Ask a parent or guardian.',
  },
  GUARDIAN_REQUIRED: {
    status: 403,
    message:
      'Your parent or guardian must agree first. Name them with POST /api/v1/accounts/me/guardian. They get a link by mail.',
  },
  CSRF_INVALID: {
    status: 403,
    message: 'A write with a session cookie needs the CSRF token from sign-in. Send it as X-CSRF-Token.',
  },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists. Sign in instead.' },
  HANDLE_TAKEN: { status: 409, message: 'This handle is or was in use. Choose another.' },
});

export const accountUnknown = () =>
  envelopeErrors.NOT_FOUND({
    message: 'There is no account with this id. GET /api/v1/admin/accounts lists the accounts.',
  });
