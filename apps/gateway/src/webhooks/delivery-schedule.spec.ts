import { delayAfter, MOST_ATTEMPTS, retryAfterMs } from './delivery-schedule';

const HOUR_MS = 3_600_000;
const delays = (random: number, wishedMs: number | null = null) =>
  Array.from({ length: MOST_ATTEMPTS }, (_, at) => delayAfter(at + 1, wishedMs, random));

describe('the attempts of a delivery', () => {
  it('come at longer and longer distances, for about a day', () => {
    const waits = delays(0).filter((delay) => delay !== null);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    const totalMs = waits.reduce((sum, delay) => sum + delay, 0);
    expect([totalMs >= 23 * HOUR_MS, totalMs <= 26 * HOUR_MS]).toEqual([true, true]);
    expect([delays(0).at(-1), delays(0).indexOf(null)]).toEqual([null, MOST_ATTEMPTS - 1]);
  });

  it('are spread, and wait as long as the receiver asks for, up to an hour', () => {
    expect(delays(1)[0]).toBe(5_500);
    expect(delays(0, 60_000)[0]).toBe(60_000);
    expect(delays(0, 100 * HOUR_MS)[0]).toBe(HOUR_MS);
    expect(delays(0, 1)[3]).toBe(30 * 60_000);
  });

  it.each<[string | null, number | null]>([
    [null, null],
    ['120', 120_000],
    ['0', null],
    ['-1', null],
    ['soon', null],
    ['1e9', null],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ])('read the Retry-After %j', (value, ms) => {
    expect(retryAfterMs(value, 0)).toBe(ms);
  });
});
