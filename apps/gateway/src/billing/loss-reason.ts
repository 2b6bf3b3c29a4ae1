/**
 * Why a row of the ledger is a loss.
 *
 * `over_hold`    The cost exceeded the hold. The customer was charged the hold, and the row has the rest.
 * `hold_lost`    The hold was gone before the charge, so the answer was not delivered.
 * `undelivered`  A supplier billed us, or may have, and its answer reached no customer.
 * `abandoned`    The client disconnected before the first content. The supplier has read the prompt.
 * `expired`      The customer did not retrieve the image task in time.
 * `left_early`   The client disconnected before the supplier's usage came. We charged our count, so the amount is 0.
 * `broken_off`   The supplier broke off before its usage came. Charged likewise.
 */
export const LOSS_REASONS = [
  'over_hold',
  'hold_lost',
  'undelivered',
  'abandoned',
  'expired',
  'left_early',
  'broken_off',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

export type EstimateReason = Extract<LossReason, 'left_early' | 'broken_off'>;
