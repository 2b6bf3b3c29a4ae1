import { defineErrors } from '@shipyard/http';
import { ForbiddenMove } from '../projects';

export const interviewErrors = defineErrors({
  INTERVIEW_NOT_AVAILABLE: {
    status: 409,
    message:
      'An interview can be started after a review recommends the project and until staff decide, if the program has interviews. See details.state.',
    details: ForbiddenMove,
  },
  INTERVIEW_CREDENTIAL_INVALID: {
    status: 410,
    message:
      'This credential was redeemed, has expired, was replaced or is unknown. Start the interview again to get a new one.',
  },
});
