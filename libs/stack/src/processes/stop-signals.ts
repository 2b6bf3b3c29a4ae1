/** A signal within this time is the same Ctrl-C again, which npm and nx forward. */
const SAME_WISH_MS = 1_000;

/** `stopping` aborts at the first signal, `forced` at the second. */
export function listenForStopSignals(): { stopping: AbortSignal; forced: AbortSignal } {
  const stopping = new AbortController();
  const forced = new AbortController();
  let firstAt: number | null = null;
  const hear = () => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stopping.abort(new Error('Stopped while starting'));
    } else if (now - firstAt > SAME_WISH_MS) {
      forced.abort();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  // Ctrl-C also ends the reader of our output. A broken pipe must not end this process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  return { stopping: stopping.signal, forced: forced.signal };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const alive = setInterval(() => undefined, 60_000);
    signal.addEventListener('abort', () => {
      clearInterval(alive);
      resolve();
    });
  });
}
