interface Sweeper {
  onApplicationBootstrap(): void;
  onModuleDestroy(): Promise<void>;
}

/** Expects that a sweeper looks when it starts and every `everyMs` until it is stopped. Under fake timers; `countLooks`: how often it has looked so far. */
export async function expectToLookEvery(everyMs: number, sweeper: Sweeper, countLooks: () => number): Promise<void> {
  sweeper.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  const inOne = countLooks();
  expect(inOne).toBeGreaterThan(0);
  await jest.advanceTimersByTimeAsync(everyMs - 1);
  expect(countLooks()).toBe(inOne);
  await jest.advanceTimersByTimeAsync(1);
  expect(countLooks()).toBe(2 * inOne);
  await sweeper.onModuleDestroy();
  await jest.advanceTimersByTimeAsync(10 * everyMs);
  expect(countLooks()).toBe(2 * inOne);
}
