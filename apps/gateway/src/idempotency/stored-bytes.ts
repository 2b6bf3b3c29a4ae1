import { LRUCache } from 'lru-cache';

/** Bounds memory. Beyond this, the customers that have stored nothing for longest start from zero. */
const MOST_CUSTOMERS = 10_000;

/**
 * Counts what this process has stored for each customer since the last check of its share, so that not every answer
 * costs a check.
 */
export class StoredBytes {
  private readonly since = new LRUCache<string, number>({ max: MOST_CUSTOMERS });

  constructor(private readonly lookEveryBytes: number) {}

  /** Returns whether the customer's share must be checked: on its first answer, or after many bytes. */
  add(customerId: string, bytes: number): boolean {
    const known = this.since.peek(customerId);
    const isDue = known === undefined || known + bytes >= this.lookEveryBytes;
    this.since.set(customerId, isDue ? 0 : known + bytes);
    return isDue;
  }
}
