let running = 0;
const waiters = new Set<() => void>();

/** Counts a piece of work; call what it answers when the work has ended. */
export function beginWork(): () => void {
  running += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    if (running === 0) for (const becameIdle of waiters) becameIdle();
  };
}

/** Resolves when nothing is in flight, or after `withinMs`. Any number may wait. */
export function whenIdle(withinMs: number): Promise<void> {
  if (running === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      waiters.delete(stopWaiting);
      resolve();
    };
    const timer = setTimeout(stopWaiting, withinMs);
    waiters.add(stopWaiting);
  });
}
