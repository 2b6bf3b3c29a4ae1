import dns, { type LookupAddress } from 'node:dns';

/** Of the four threads that Node has for look-ups and files. A silent server keeps a thread for many seconds. */
const MOST_THREADS = 2;

/** Looks up names as the system does, with hosts file and search domains. Leaves threads to the rest of the process. */
class SystemLookups {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  async find(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    await this.takeThread(signal);
    try {
      return await dns.promises.lookup(host, { all: true });
    } finally {
      this.running -= 1;
      const [next] = this.waiting;
      if (next) this.waiting.delete(next);
      next?.();
    }
  }

  private async takeThread(signal: AbortSignal): Promise<void> {
    while (this.running >= MOST_THREADS) {
      let wake: () => void = () => undefined;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      await woken;
      this.waiting.delete(wake);
      signal.throwIfAborted();
    }
    this.running += 1;
  }
}

export const systemLookups = new SystemLookups();
