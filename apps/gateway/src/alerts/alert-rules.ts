const SHARES = [80, 100] as const;
export type BudgetShare = (typeof SHARES)[number];

/** The shares of a budget, in percent, that are used up. */
export const sharesReached = (usedNano: bigint, amountNano: bigint): BudgetShare[] =>
  SHARES.filter((share) => usedNano * 100n >= amountNano * BigInt(share));

interface Spending {
  /** The balance, and what it may go below zero. */
  availableNano: bigint;
  spentNano: bigint;
  /** In this time. */
  hours: number;
}

/** How long the money lasts at this rate; null if nothing is spent. */
export function daysLeft({ availableNano, spentNano, hours }: Spending): number | null {
  if (spentNano <= 0n) return null;
  return (Number(availableNano) / Number(spentNano)) * (hours / 24);
}

/** Losses above this share of what was charged in a day are told. */
const LOSS_PERCENT = 1n;

export const isHighLoss = (lossNano: bigint, chargedNano: bigint): boolean =>
  lossNano > 0n && lossNano * 100n > chargedNano * LOSS_PERCENT;

/** Bills of suppliers that differ by more than this share from our count are told. */
export const DRIFT_RATIO = 0.01;
