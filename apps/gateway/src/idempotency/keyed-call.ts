import { KEPT_HOURS } from '@shipyard/http';
import { idempotencyErrors } from './idempotency.errors';

/** What the OpenAPI document says of each call that costs money. */
export const KEYED_CALL = {
  headers: {
    'Idempotency-Key': `1 to 255 printable ASCII characters of your choice. For ${KEPT_HOURS} hours, the same request with the same key is executed and charged once. Any key of the customer may repeat it.`,
  },
  answerHeaders: {
    'x-gateway-cost-cny': 'What the call cost you: a decimal string. Absent if nothing was charged now.',
    'idempotency-replayed': '`true` on the answer to an earlier request.',
  },
  errors: Object.values(idempotencyErrors),
} as const;
