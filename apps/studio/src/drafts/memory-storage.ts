/** The storage of a browser, for specs. */
export class MemoryStorage {
  readonly items = new Map<string, string>();
  isFull = false;

  get length() {
    return this.items.size;
  }

  key(index: number) {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string) {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string) {
    this.items.delete(key);
  }
}
