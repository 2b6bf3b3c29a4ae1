/**
 * Why a row of the ledger is a loss.
 *
 * `over_hold`    The cost exceeded the hold. The customer was charged the hold. The row has the rest.
 * `hold_lost`    The hold was gone when the answer was to be charged, so the answer was not delivered.
 * `undelivered`  A supplier billed us, or may have, and the request or the image task failed.
 * `expired`      The customer did not retrieve the image task in time.
 * `left_early`   The client disconnected and the supplier's usage never came. We counted and charged what was
 * delivered, so the amount is 0. `broken_off`   The supplier broke off and its usage never came. Counted and charged
 * likewise.
 */
export const LOSS_REASONS = ['over_hold', 'hold_lost', 'undelivered', 'expired', 'left_early', 'broken_off'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

export type EstimateReason = Extract<LossReason, 'left_early' | 'broken_off'>;
