/**
 * Why a row of the ledger is a loss.
 *
 * `over_hold`    The cost was above the hold. The customer was charged the hold, and the row has the rest.
 * `hold_lost`    The hold was gone when an answer was to be charged, so the answer was not delivered.
 * `undelivered`  A supplier was paid, or may have been, and the request or the image task failed.
 * `expired`      Nobody retrieved an image task in its time.
 * `left_early`   The client left, and the supplier's usage did not come. What was delivered was counted and charged, so the amount is 0.
 * `broken_off`   The supplier broke off, and its usage did not come. Counted and charged likewise.
 */
export const LOSS_REASONS = ['over_hold', 'hold_lost', 'undelivered', 'expired', 'left_early', 'broken_off'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** Why a charge was estimated. */
export type EstimateReason = Extract<LossReason, 'left_early' | 'broken_off'>;
