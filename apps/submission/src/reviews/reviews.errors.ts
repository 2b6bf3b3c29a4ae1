import { defineErrors } from '@shipyard/http';

export const reviewErrors = defineErrors({
  REVIEW_NOT_READY: { status: 409, message: 'A review needs a README and enough logs. See details.missing.' },
  REVIEW_IN_PROGRESS: { status: 409, message: 'A review of this project is under way. GET its status to see how far it is.' },
});
