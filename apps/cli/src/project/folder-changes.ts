import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** An editor writes a file in several steps. */
const SETTLED_AFTER_MS = 300;

/** Watches a folder from its opening on, so that what changes during the first work is not missed. */
export class FolderChanges {
  private readonly watcher: FSWatcher;
  private isDue = false;
  private failure: Error | null = null;
  private wake: () => void = () => undefined;

  constructor(
    folder: string,
    private readonly signal: AbortSignal,
  ) {
    this.watcher = watch(folder, { recursive: true });
    this.watcher.on('change', (_, name) => this.note(name));
    this.watcher.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
    signal.addEventListener('abort', () => this.wake(), { once: true });
  }

  /** Calls back after changes, one call at a time, until the signal. */
  async each(changed: () => void | Promise<void>): Promise<void> {
    while (!this.signal.aborted) {
      if (this.failure !== null) throw this.failure;
      if (!this.isDue) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      await wait(SETTLED_AFTER_MS, undefined, { signal: this.signal }).catch(() => undefined);
      this.isDue = false;
      if (!this.signal.aborted) await changed();
    }
  }

  close(): void {
    this.watcher.close();
  }

  private note(name: string | Buffer | null): void {
    if (
      name === null ||
      name
        .toString()
        .split(/[\\/]/)
        .some((part) => part.startsWith('.'))
    )
      return;
    this.isDue = true;
    this.wake();
  }
}
