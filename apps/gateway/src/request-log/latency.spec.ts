import { latencyAt } from './latency';

const bucketOf = (ms: number) => String(Math.floor(Math.log(Math.max(ms, 1)) * 8));
const bucketsOf = (...latencies: number[]) => {
  const buckets: Record<string, number> = {};
  for (const ms of latencies) buckets[bucketOf(ms)] = (buckets[bucketOf(ms)] ?? 0) + 1;
  return buckets;
};

it.each([
  [0.5, 100],
  [0.95, 4_000],
])('the share %d of 1, 100, 100 and 4,000 ms is about %d ms', (share, ms) => {
  const found = latencyAt(bucketsOf(1, 100, 100, 4_000), share) ?? 0;
  expect(Math.abs(found - ms) / ms).toBeLessThan(0.07);
});

it('takes the order of the numbers, not of the texts', () => {
  expect(latencyAt(bucketsOf(2, 90_000), 0.5)).toBeLessThan(3);
});

it('says nothing without answers', () => {
  expect(latencyAt({}, 0.5)).toBeNull();
});
