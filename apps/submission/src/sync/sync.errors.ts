import { defineErrors } from '@shipyard/http';

export const syncErrors = defineErrors({
  LOG_SEQUENCE_EXISTS: {
    status: 409,
    message: 'Some sequences are taken, and logs are never overwritten. See details.sequences and details.next_sequence.',
  },
  PROJECT_INCOMPLETE: { status: 400, message: 'A completed project needs a README and a log. See details.missing.' },
});
