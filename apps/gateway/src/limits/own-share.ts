import { type KeyTerms, SlidingWindow, type KeyUsage, type LimitDecision } from './sliding-window';

/** So many keys are counted; beyond, the ones that were idle longest begin anew. */
const MOST_WINDOWS = 50_000;

/** What this process counts by itself while there is no Redis: its part of each limit. */
export class OwnShare {
  private readonly windows = new Map<string, SlidingWindow>();

  /** `share` is what `shareOf` says of the key's terms, `callsUnderWay` are those of this process with the key. */
  take(keyId: string, tokens: number, share: KeyTerms, callsUnderWay: number): LimitDecision {
    const window = this.windowOf(keyId);
    if (share.maxConcurrency !== null && callsUnderWay >= share.maxConcurrency) return { ...window.look(now()), refusedBy: 'calls', waitMs: 0, step: 0 };
    return window.take(now(), tokens, share);
  }

  look(keyId: string): KeyUsage {
    return this.windowOf(keyId).look(now());
  }

  correct(keyId: string, step: number, tokens: number): void {
    this.windows.get(keyId)?.correct(step, tokens);
  }

  /** When Redis is back, what was counted here counts no more. */
  forget(): void {
    this.windows.clear();
  }

  private windowOf(keyId: string): SlidingWindow {
    const window = this.windows.get(keyId) ?? new SlidingWindow();
    this.windows.delete(keyId);
    this.windows.set(keyId, window);
    const [oldest] = this.windows.keys();
    if (this.windows.size > MOST_WINDOWS && oldest !== undefined) this.windows.delete(oldest);
    return window;
  }
}

/** The part of a key's limits that falls to one of so many processes: at least one of each. */
export function shareOf({ rpm, tpm, maxConcurrency }: KeyTerms, processes: number): KeyTerms {
  const share = (limit: number | null) => limit && shareOfLimit(limit, processes);
  return { rpm: share(rpm), tpm: share(tpm), maxConcurrency: share(maxConcurrency) };
}

/** At least one, so that no process is shut out. */
export const shareOfLimit = (limit: number, processes: number) => Math.max(1, Math.floor(limit / processes));

/** A clock that never goes back. */
const now = () => Math.floor(performance.now());
