import { isDatabaseUnavailable } from '@shipyard/platform/database';
import { Snapshot } from './snapshot';

describe('a snapshot', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function counting() {
    let readings = 0;
    const open: (() => void)[] = [];
    const snapshot = new Snapshot(() => {
      const reading = (readings += 1);
      return new Promise<number>((resolve) => open.push(() => resolve(reading)));
    });
    return { snapshot, readings: () => readings, finish: () => open.splice(0).forEach((end) => end()) };
  }

  it('is read once for all callers that wait', async () => {
    const { snapshot, readings, finish } = counting();
    const waiting = [snapshot.get(), snapshot.get()];
    finish();
    expect([await waiting[0], await waiting[1], snapshot.get(), readings()]).toEqual([1, 1, 1, 1]);
  });

  it('is returned at once while it is fresh, and refreshed in the background', async () => {
    const { snapshot, readings, finish } = counting();
    const first = snapshot.get();
    finish();
    await first;
    jest.advanceTimersByTime(600);
    expect([snapshot.get(), snapshot.get(), readings()]).toEqual([1, 1, 2]);
    finish();
    await jest.advanceTimersByTimeAsync(1);
    expect(snapshot.get()).toBe(2);
  });

  it('is read anew for who knows of a change, even if a read has begun before', async () => {
    const { snapshot, readings, finish } = counting();
    const first = snapshot.get();
    const renewed = [snapshot.renew(), snapshot.renew()];
    finish();
    expect(await first).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    finish();
    expect([await renewed[0], await renewed[1], snapshot.get(), readings()]).toEqual([2, 2, 2, 2]);
  });

  it('is never older than a second, measured from before the read', async () => {
    const { snapshot, finish } = counting();
    const first = snapshot.get();
    jest.advanceTimersByTime(950);
    finish();
    await first;
    const second = snapshot.get();
    expect(second).toBeInstanceOf(Promise);
    finish();
    expect(await second).toBe(2);
  });

  it('rejects for the callers that wait, and is read again for the next', async () => {
    let fails = true;
    const snapshot = new Snapshot(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(1)));
    await expect(snapshot.get()).rejects.toThrow('away');
    fails = false;
    expect(await snapshot.get()).toBe(1);
  });

  it('times out when Postgres is too slow, and ignores a late result', async () => {
    const { snapshot, readings, finish } = counting();
    const failure = Promise.resolve(snapshot.get()).then(
      () => null,
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(10_000);
    expect(isDatabaseUnavailable(await failure)).toBe(true);
    const next = snapshot.get();
    finish();
    expect([await next, snapshot.get(), readings()]).toEqual([2, 2, 2]);
  });
});
