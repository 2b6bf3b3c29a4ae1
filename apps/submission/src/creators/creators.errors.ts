import { defineErrors } from '@shipyard/http';

export const creatorErrors = defineErrors({
  CREATOR_NOT_FOUND: { status: 404, message: 'There is no creator with this handle. Check the spelling.' },
});
