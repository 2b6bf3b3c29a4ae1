/**
 * What a process keeps of a few small tables. It is read again when it is older than `maxAgeMs`,
 * so that a change acts within a second on every replica, whatever becomes of notifications.
 */
export class Snapshot<Value> {
  private value: Value | undefined;
  private loadedAt = -Infinity;
  private loading: Promise<Value> | undefined;

  constructor(
    private readonly load: () => Promise<Value>,
    private readonly maxAgeMs = 500,
  ) {}

  async get(): Promise<Value> {
    if (this.value !== undefined && performance.now() - this.loadedAt < this.maxAgeMs) return this.value;
    this.loading ??= this.read();
    return this.loading;
  }

  private async read(): Promise<Value> {
    // Counted from before the query: what changes while it runs is seen by the next.
    const startedAt = performance.now();
    try {
      this.value = await this.load();
      this.loadedAt = startedAt;
      return this.value;
    } finally {
      this.loading = undefined;
    }
  }
}
