const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;
/** The year 9999. */
export const LAST_DATE_MS = 253_370_764_800_000;

/** Our ids start with the time, which selects partitions. Null if the id is not one of ours. */
export function requestTimeMs(requestId: string): number | null {
  const madeMs = UUID_V7.test(requestId) ? parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16) : NaN;
  return madeMs < LAST_DATE_MS ? madeMs : null;
}
