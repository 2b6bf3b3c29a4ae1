import { defineErrors, openAiErrors } from '@shipyard/http';

export const billingErrors = defineErrors({
  BALANCE_TOO_LOW: {
    status: 409,
    message:
      'The balance would fall below the amount held for running requests. Take less, or try again when they have finished.',
  },
  insufficient_quota: {
    status: 429,
    type: 'insufficient_quota',
    message:
      "The balance or the key's budget does not cover the highest possible cost of this request. Top up, or request less output.",
  },
});

/** OpenAI's clients retry every 429 unless told not to, and a retry cannot help. */
export const insufficientQuota = () => billingErrors.insufficient_quota({ headers: { 'x-should-retry': 'false' } });

/** The limit is the customer's, above those of its keys. */
export const spendLimitReached = () =>
  billingErrors.insufficient_quota({
    message:
      'What the customer may spend in a day or a month does not cover the highest possible cost of this request. Request less output, wait for the next day or month, or ask the operator for more.',
    headers: { 'x-should-retry': 'false' },
  });

/** Without a hold the answer cannot be charged, so it is not delivered. A retry gets a new hold. */
export const holdGone = () =>
  openAiErrors.service_unavailable({ headers: { 'retry-after': '1', 'retry-after-ms': '1000' } });
