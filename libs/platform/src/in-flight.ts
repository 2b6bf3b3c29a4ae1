import { LightAbortController, type AbortSignalLike } from './cancellation';

let running = 0;
const waiters = new Set<() => void>();

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

/** Resolves when nothing is in flight, or after `withinMs`. */
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

export class ProcessEnding extends Error {
  constructor() {
    super('The process ends and cannot wait any longer');
  }
}

const cut = new LightAbortController();

/** Aborts with a ProcessEnding when the process cannot wait much longer: work must stop and settle. */
export const drainEnd: AbortSignalLike = cut;

const cutToo = new AbortController();

/** The same as `drainEnd`, for APIs that take an AbortSignal. */
export const drainEndSignal: AbortSignal = cutToo.signal;

export function endDrain(): void {
  cut.abort(new ProcessEnding());
  cutToo.abort(cut.reason);
}

export const worksInFlight = () => running;
