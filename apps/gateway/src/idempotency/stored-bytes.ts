import { LRUCache } from 'lru-cache';

/** Bounds memory. The customers that have stored nothing for longest start again from zero. */
const MOST_CUSTOMERS = 10_000;

/** Saves a check in the database for most answers. */
export class StoredBytes {
  private readonly since = new LRUCache<string, number>({ max: MOST_CUSTOMERS });

  constructor(private readonly lookEveryBytes: number) {}

  add(customerId: string, bytes: number): boolean {
    const known = this.since.peek(customerId);
    const isDue = known === undefined || known + bytes >= this.lookEveryBytes;
    this.since.set(customerId, isDue ? 0 : known + bytes);
    return isDue;
  }
}
