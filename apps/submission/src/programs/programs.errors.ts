import { defineErrors } from '@shipyard/http';

export const programErrors = defineErrors({
  PROGRAM_NOT_FOUND: { status: 404, message: 'There is no such program. GET /api/v1/programs lists them.' },
  DOC_NOT_FOUND: { status: 404, message: 'This program has no such document. GET /api/v1/docs/<program id> lists them.' },
  PROGRAM_CLOSED: { status: 409, message: 'This program takes no new projects at present.' },
});
