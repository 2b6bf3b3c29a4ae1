import type { sweeper } from '@shipyard/platform/sweep';

/** Saved before timers are faked. */
const whenReadAndWritten = setImmediate;

/** Needs fake timers. `countLooks` returns how often the sweeper has looked. */
export async function expectToLookEvery(
  everyMs: number,
  provider: ReturnType<typeof sweeper>,
  injected: unknown[],
  countLooks: () => number,
): Promise<void> {
  const logger = {};
  const sweep = await provider.useFactory(logger, ...injected);
  sweep.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  await lookEnded();
  const inOne = countLooks();
  expect(inOne).toBeGreaterThan(0);
  await jest.advanceTimersByTimeAsync(everyMs - 1);
  expect(countLooks()).toBe(inOne);
  await jest.advanceTimersByTimeAsync(1);
  await lookEnded();
  expect(countLooks()).toBe(2 * inOne);
  await sweep.onModuleDestroy();
  await jest.advanceTimersByTimeAsync(10 * everyMs);
  expect(countLooks()).toBe(2 * inOne);
}

/** Runs one round, and throws what made it fail. */
export async function sweepOnce(provider: ReturnType<typeof sweeper>, ...injected: unknown[]): Promise<void> {
  const failures: unknown[] = [];
  const logger = { warn: ({ err }: { err: unknown }) => failures.push(err) };
  const sweep = await provider.useFactory(logger, ...injected);
  sweep.onApplicationBootstrap();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await sweep.onModuleDestroy();
  if (failures.length > 0) throw failures[0];
}

async function lookEnded(): Promise<void> {
  while (jest.getTimerCount() === 0) await new Promise<void>((resolve) => whenReadAndWritten(resolve));
}
