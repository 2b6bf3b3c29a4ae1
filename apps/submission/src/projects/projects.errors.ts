import { defineErrors } from '@shipyard/http';

export const projectErrors = defineErrors({
  PROJECT_NOT_FOUND: { status: 404, message: 'There is no such project, or it is private.' },
  SLUG_TAKEN: { status: 409, message: 'This slug is in use or was once. Choose another.' },
  STATE_CONFLICT: { status: 409, message: 'The state of the project does not allow that. See details.allowed.' },
});
