import { defineErrors } from '@shipyard/http';

export const resetErrors = defineErrors({
  RESET_TOKEN_INVALID: {
    status: 410,
    message: 'This link was used, has expired, was replaced or is unknown. Ask for a new one.',
  },
});
