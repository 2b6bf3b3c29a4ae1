import type { Logger } from './logger';
import { Sweep } from './sweep';

describe('a sweep', () => {
  const said: string[] = [];
  const say =
    (level: string) =>
    (...words: unknown[]) =>
      said.push(`${level}: ${String(words.at(-1))}`);
  const logger = { info: say('info'), warn: say('warn') } as unknown as Logger;
  let rounds: number;

  beforeEach(() => {
    jest.useFakeTimers();
    said.length = 0;
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  const counted = () => Promise.resolve(void (rounds += 1));

  it('runs at once, and then at its interval', async () => {
    const sweep = new Sweep('things', 60_000, counted, logger);
    sweep.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(2);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(rounds).toBe(12);
    await sweep.stop();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(rounds).toBe(12);
  });

  it('begins no round before the last has ended, and ends with it', async () => {
    let end = () => {};
    const sweep = new Sweep('things', 1_000, () => new Promise((resolve) => ((rounds += 1), (end = resolve))), logger);
    sweep.start();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(1);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rounds).toBe(2);
    let hasStopped = false;
    const stopping = sweep.stop().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hasStopped).toBe(false);
    end();
    await stopping;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(2);
  });

  it('runs at once when it is woken, and once more if it was running', async () => {
    let end = () => {};
    const sweep = new Sweep('things', 60_000, () => new Promise((resolve) => ((rounds += 1), (end = resolve))), logger);
    sweep.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(0);
    sweep.start();
    await jest.advanceTimersByTimeAsync(0);
    for (let woken = 0; woken < 3; woken += 1) sweep.wake();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rounds).toBe(1);
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(2);
    end();
    await jest.advanceTimersByTimeAsync(59_999);
    expect(rounds).toBe(2);
    sweep.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(3);
    end();
    await sweep.stop();
    sweep.wake();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(3);
  });

  it('logs once that it fails, continues, and logs when it works again', async () => {
    const outcomes = [false, false, true, true, false];
    const sweep = new Sweep(
      'things',
      1_000,
      () => (outcomes.shift() ? Promise.resolve() : Promise.reject(new Error('no'))),
      logger,
    );
    sweep.start();
    await jest.advanceTimersByTimeAsync(4_000);
    await sweep.stop();
    expect(said).toEqual([
      'warn: The sweep of things failed and is tried again',
      'info: The sweep of things works again',
      'warn: The sweep of things failed and is tried again',
    ]);
  });
});
