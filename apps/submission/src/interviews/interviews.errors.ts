import { defineErrors } from '@shipyard/http';
import { ForbiddenMove } from '../projects/projects.errors';

export const interviewErrors = defineErrors({
  INTERVIEW_NOT_AVAILABLE: {
    status: 409,
    message: 'An interview can be started once a review recommends the project, and until staff decide, in programs that have interviews.',
    details: ForbiddenMove,
  },
  INTERVIEW_CREDENTIAL_INVALID: { status: 410, message: 'This credential is redeemed, expired, superseded or unknown. Start the interview again.' },
});
