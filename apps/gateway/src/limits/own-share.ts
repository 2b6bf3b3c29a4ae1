import { LRUCache } from 'lru-cache';
import { type KeyTerms, SlidingWindow, type KeyUsage, type LimitDecision } from './sliding-window';

/** Bounds memory. Beyond this, the keys that were idle longest start from zero. */
const MOST_WINDOWS = 50_000;

export class OwnShare {
  private readonly windows = new LRUCache<string, SlidingWindow>({ max: MOST_WINDOWS });

  take(keyId: string, tokens: number, share: KeyTerms, callsUnderWay: number): LimitDecision {
    const window = this.windowOf(keyId);
    if (share.maxConcurrency !== null && callsUnderWay >= share.maxConcurrency)
      return { ...window.look(now()), refusedBy: 'calls', waitMs: 0, step: 0 };
    return window.take(now(), tokens, share);
  }

  look(keyId: string): KeyUsage {
    return this.windowOf(keyId).look(now());
  }

  correct(keyId: string, step: number, tokens: number, undone: 0 | 1 = 0): void {
    this.windows.peek(keyId)?.correct(step, tokens, undone);
  }

  clear(): void {
    // Clearing a cache of this size costs 100 µs even if it is empty, and each request with Redis comes here.
    if (this.windows.size > 0) this.windows.clear();
  }

  private windowOf(keyId: string): SlidingWindow {
    const known = this.windows.get(keyId);
    if (known) return known;
    const window = new SlidingWindow();
    this.windows.set(keyId, window);
    return window;
  }
}

/** At least one of each. */
export function shareOf({ rpm, tpm, maxConcurrency }: KeyTerms, processes: number): KeyTerms {
  const share = (limit: number | null) => limit && shareOfLimit(limit, processes);
  return { rpm: share(rpm), tpm: share(tpm), maxConcurrency: share(maxConcurrency) };
}

export const shareOfLimit = (limit: number, processes: number) => Math.max(1, Math.floor(limit / processes));

/** Monotonic. */
const now = () => Math.floor(performance.now());
