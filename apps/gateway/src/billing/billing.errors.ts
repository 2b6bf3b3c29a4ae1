import { defineErrors } from '@shipyard/http';

export const billingErrors = defineErrors({
  insufficient_quota: {
    status: 429,
    type: 'insufficient_quota',
    message: "The balance or the key's budget does not cover the highest possible cost of this request. Top up, or ask for less output.",
  },
});

/** Retrying cannot help, and OpenAI's clients retry every 429 unless they are told not to. */
export const insufficientQuota = () => billingErrors.insufficient_quota({ headers: { 'x-should-retry': 'false' } });
