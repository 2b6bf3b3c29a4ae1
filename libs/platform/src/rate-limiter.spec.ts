import fc from 'fast-check';
import type { Redis } from 'ioredis';
import type { Logger } from './logger';
import { RateLimiter } from './rate-limiter';

const PER_MINUTE = { limit: 3, windowMs: 60_000 };
const logger = { warn: jest.fn(), info: jest.fn() };
const limiterOn = (redis: Pick<Redis, 'eval'> | null) =>
  new RateLimiter(redis as Redis | null, logger as unknown as Logger);

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => {
  jest.useRealTimers();
  jest.clearAllMocks();
});

describe('RateLimiter without Redis', () => {
  it('allows up to the limit, then refuses until the window ends', async () => {
    const limiter = limiterOn(null);
    for (const remaining of [2, 1, 0])
      expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: true, limit: 3, remaining, resetMs: 60_000 });
    jest.setSystemTime(59_999);
    expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: false, limit: 3, remaining: 0, resetMs: 1 });
    jest.setSystemTime(60_000);
    expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: true, limit: 3, remaining: 2, resetMs: 60_000 });
  });

  it('counts each key separately', async () => {
    const limiter = limiterOn(null);
    await limiter.take('a', PER_MINUTE, 3);
    expect((await limiter.take('b', PER_MINUTE)).allowed).toBe(true);
  });

  it('counts nothing if the cost does not fit', async () => {
    const limiter = limiterOn(null);
    await limiter.take('a', PER_MINUTE, 2);
    expect(await limiter.take('a', PER_MINUTE, 2)).toMatchObject({ allowed: false, remaining: 1 });
    expect(await limiter.take('a', PER_MINUTE, 1)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('gives back unused cost, but not below zero', async () => {
    const limiter = limiterOn(null);
    await limiter.take('a', PER_MINUTE, 3);
    await limiter.giveBack('a', 2);
    expect(await limiter.take('a', PER_MINUTE)).toMatchObject({ allowed: true, remaining: 1 });
    await limiter.giveBack('a', 99);
    await limiter.giveBack('unknown', 1);
    expect(await limiter.take('a', PER_MINUTE, 3)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('counts spent cost, even beyond the limit', async () => {
    const limiter = limiterOn(null);
    await limiter.spend('a', PER_MINUTE, 5);
    expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: false, limit: 3, remaining: 0, resetMs: 60_000 });
    jest.setSystemTime(60_000);
    expect((await limiter.take('a', PER_MINUTE)).allowed).toBe(true);
  });

  it('never allows more than the limit within a window', async () => {
    const calls = fc.array(
      fc.record({ cost: fc.integer({ min: 0, max: 5 }), after: fc.integer({ min: 0, max: 30_000 }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 10 }), async (steps, limit) => {
        jest.setSystemTime(0);
        const limiter = limiterOn(null);
        const takenByWindow = new Map<number, number>();
        for (const { cost, after } of steps) {
          jest.setSystemTime(Date.now() + after);
          const { allowed, remaining, resetMs } = await limiter.take('a', { limit, windowMs: 60_000 }, cost);
          const endsAt = Date.now() + resetMs;
          const taken = (takenByWindow.get(endsAt) ?? 0) + (allowed ? cost : 0);
          takenByWindow.set(endsAt, taken);
          expect(taken).toBeLessThanOrEqual(limit);
          expect(remaining).toBe(limit - taken);
        }
      }),
    );
  });

  it('drops the keys that were idle longest, and keeps those at the limit', async () => {
    const limiter = limiterOn(null);
    await limiter.take('busy', PER_MINUTE, 3);
    await limiter.take('idle', PER_MINUTE, 3);
    await limiter.take('busy', PER_MINUTE);
    for (let other = 0; other < 49_999; other += 1) await limiter.take(String(other), PER_MINUTE);
    expect((await limiter.take('busy', PER_MINUTE)).allowed).toBe(false);
    expect((await limiter.take('idle', PER_MINUTE)).allowed).toBe(true);
  });
});

describe('RateLimiter with Redis', () => {
  const evaluate = jest.fn<Promise<unknown>, unknown[]>();
  const redis = { eval: evaluate } as unknown as Redis;

  it("decides by Redis's answer", async () => {
    evaluate.mockResolvedValueOnce([1, 2, 1_500]).mockResolvedValueOnce([0, 3, 700]);
    const limiter = limiterOn(redis);
    expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: true, limit: 3, remaining: 1, resetMs: 1_500 });
    expect(await limiter.take('a', PER_MINUTE)).toEqual({ allowed: false, limit: 3, remaining: 0, resetMs: 700 });
    expect(evaluate.mock.calls[0]?.slice(1)).toEqual([1, 'limit:a', 1, 3, 60_000]);
  });

  it('counts in memory while Redis is unavailable, logs that once, retries once a second, and then shares again', async () => {
    evaluate.mockRejectedValue(new Error('gone'));
    const limiter = limiterOn(redis);
    const answers: boolean[] = [];
    for (let second = 0; second < 3; second += 1) {
      jest.setSystemTime(second * 1_000);
      for (let call = 0; call < 2; call += 1) answers.push((await limiter.take('a', PER_MINUTE)).allowed);
    }
    expect(answers).toEqual([true, true, true, false, false, false]);
    await limiter.giveBack('a', 1);
    expect((await limiter.take('a', PER_MINUTE)).allowed).toBe(true);
    expect(evaluate).toHaveBeenCalledTimes(3);
    expect(logger.warn).toHaveBeenCalledTimes(1);

    evaluate.mockResolvedValue([1, 1, 10]);
    jest.setSystemTime(3_000);
    expect(await limiter.take('a', PER_MINUTE)).toMatchObject({ allowed: true, remaining: 2 });
    expect(logger.info).toHaveBeenCalledTimes(1);
  });
});
