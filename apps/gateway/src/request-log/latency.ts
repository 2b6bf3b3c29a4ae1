/** Eight buckets for each factor of e, so that the middle of one is at most 7 % away from what is in it. */
const STEPS = 8;

/** The bucket of a request, in SQL. */
export const BUCKET = `floor(ln(greatest(latency_ms, 1)) * ${STEPS})::integer`;

/** How long this share of the answers took at most, in milliseconds. Null without answers. */
export function latencyAt(buckets: Readonly<Record<string, number>>, share: number): number | null {
  const sorted = Object.entries(buckets)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([one], [other]) => one - other);
  let left = Math.ceil(sorted.reduce((sum, [, count]) => sum + count, 0) * share);
  for (const [bucket, count] of sorted) {
    left -= count;
    if (left <= 0) return Math.round(Math.exp((bucket + 0.5) / STEPS));
  }
  return null;
}
