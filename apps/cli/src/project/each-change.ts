import { watch } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** An editor writes a file in several steps. */
const SETTLED_AFTER_MS = 300;

/** Calls back after each change in a folder, one call at a time, until the signal. */
export async function eachChange(folder: string, signal: AbortSignal, changed: () => Promise<void>): Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isDue = false;
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal })) {
      if (filename === null || isDue || filename.split(/[\\/]/).some((name) => name.startsWith('.'))) continue;
      isDue = true;
      running = running
        .then(() => wait(SETTLED_AFTER_MS, undefined, { signal }))
        .then(() => {
          isDue = false;
          return changed();
        });
      running.catch(() => undefined);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await running.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
