import { defineErrors } from '@shipyard/http';

export const customerErrors = defineErrors({
  customer_suspended: {
    status: 403,
    type: 'permission_error',
    message: 'The operator has suspended this account. Contact the operator.',
  },
});
