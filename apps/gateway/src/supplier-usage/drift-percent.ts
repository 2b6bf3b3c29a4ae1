export interface Figures {
  units: bigint;
  /** Null without a price of the supplier. */
  costNano: bigint | null;
}

/**
 * Returns by how many percent of their figure they billed more than we counted, with two decimal places. Compares money
 * if both sides know it, else units. Null if they reported nothing.
 */
export function driftPercent(ours: Figures | null, theirs: Figures | null): number | null {
  if (!theirs) return null;
  if (!ours) return isNothing(theirs) ? 0 : 100;
  const inMoney = ours.costNano !== null && theirs.costNano !== null && (ours.costNano > 0n || theirs.costNano > 0n);
  return inMoney ? percent(ours.costNano ?? 0n, theirs.costNano ?? 0n) : percent(ours.units, theirs.units);
}

const isNothing = ({ units, costNano }: Figures) => units === 0n && (costNano ?? 0n) === 0n;

function percent(ours: bigint, theirs: bigint): number {
  if (ours === theirs) return 0;
  if (theirs === 0n) return -100;
  return Number(((theirs - ours) * 10_000n) / theirs) / 100;
}
