import fc from 'fast-check';
import { restartDelayMs } from './restart-delay';

describe('the delay before a restart', () => {
  it('doubles from half a second to ten', () => {
    const delays: number[] = [];
    for (let delay: number | null = null; delays.length < 7;) delays.push((delay = restartDelayMs(delay, 0)));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('starts again at half a second after half a minute of uptime', () => {
    expect(restartDelayMs(10_000, 30_000)).toBe(500);
    expect(restartDelayMs(10_000, 29_999)).toBe(10_000);
  });

  it('is always between the two', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 500, max: 10_000 })), fc.nat(), (previous, upFor) => {
        const delay = restartDelayMs(previous, upFor);
        return delay >= 500 && delay <= 10_000;
      }),
    );
  });
});
