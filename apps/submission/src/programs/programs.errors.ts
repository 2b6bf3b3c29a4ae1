import { defineErrors } from '@shipyard/http';

export const programErrors = defineErrors({
  PROGRAM_NOT_FOUND: { status: 404, message: 'There is no such program. GET /api/v1/programs lists all programs.' },
  DOC_NOT_FOUND: {
    status: 404,
    message: 'This program has no such document. GET /api/v1/docs/<program id> lists its documents.',
  },
  PROGRAM_CLOSED: {
    status: 409,
    message: 'This program does not accept new projects at the moment. GET /api/v1/programs shows which programs do.',
  },
});
