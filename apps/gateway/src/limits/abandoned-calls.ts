import { LRUCache } from 'lru-cache';
import { Snapshot } from '../database/snapshot';
import { limitErrors, retryHeaders } from './limits.errors';
import { type OwnShare, shareOfLimit } from './own-share';
import type { SharedLimits } from './shared-limits';
import { WINDOW_MS } from './sliding-window';

export interface AbandoningKey {
  keyId: string;
  maxAbandoned: number;
}

const UNLIMITED = { rpm: null, tpm: null, maxConcurrency: null };
const MOST_KEYS = 50_000;

/**
 * Chats whose client left before the first content. The supplier bills their prompts, and no customer pays. They are
 * counted per key in a window of their own. Few keys have any, so the count is asked for only if a list has the key:
 * this process adds to it at once, and learns within a second what others added.
 */
export class AbandonedCalls {
  private readonly own = new LRUCache<string, true>({ max: MOST_KEYS, ttl: WINDOW_MS });
  private readonly others: Snapshot<ReadonlySet<string>> | null;

  constructor(
    private readonly shared: SharedLimits | null,
    private readonly share: OwnShare,
    private readonly processes: () => number,
  ) {
    this.others = shared && new Snapshot(() => shared.abandoning());
  }

  async count(keyId: string): Promise<void> {
    this.own.set(keyId, true);
    const window = windowOf(keyId);
    const shared = await this.shared?.take(window, '', 0, UNLIMITED);
    if (shared) await this.shared?.noteAbandoning(keyId);
    else this.share.take(window, 0, UNLIMITED, 0);
  }

  /** Returns a promise only if it must ask. Throws too_many_abandoned. */
  assertFew(key: AbandoningKey): void | Promise<void> {
    if (this.own.has(key.keyId)) return this.assertCount(key);
    const others = this.others?.get();
    if (others instanceof Promise) return others.then((found) => this.assertIfListed(found, key));
    return others && this.assertIfListed(others, key);
  }

  private assertIfListed(listed: ReadonlySet<string>, key: AbandoningKey): void | Promise<void> {
    return listed.has(key.keyId) ? this.assertCount(key) : undefined;
  }

  private async assertCount({ keyId, maxAbandoned }: AbandoningKey): Promise<void> {
    const window = windowOf(keyId);
    const shared = await this.shared?.look(window);
    const { requests, resetMs } = shared ?? this.share.look(window);
    if (requests <= (shared ? maxAbandoned : shareOfLimit(maxAbandoned, this.processes()))) return;
    throw limitErrors.too_many_abandoned({ headers: retryHeaders(resetMs) });
  }
}

const windowOf = (keyId: string) => `abandoned:${keyId}`;
