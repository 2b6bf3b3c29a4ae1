let running = 0;
let becameIdle: (() => void) | undefined;

/** Counts a piece of work; call what it answers when the work has ended. */
export function beginWork(): () => void {
  running += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    if (running === 0) becameIdle?.();
  };
}

/** Resolves when nothing is in flight, or after `withinMs`. */
export function whenIdle(withinMs: number): Promise<void> {
  if (running === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    becameIdle = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
