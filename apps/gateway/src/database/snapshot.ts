import { withTimeout } from '@shipyard/platform/cancellation';

/** A change must act within a second. The rest of it is for the query. */
const MAX_AGE_MS = 900;
/** An older copy is refreshed in the background, so that nothing waits under load. */
const REFRESH_AFTER_MS = 500;
/** After this Postgres counts as unavailable, and the next caller uses another connection. */
const READ_WITHIN_MS = 10_000;

/** A copy of small tables, at most 900 ms old, so changes act within a second on every replica. */
export class Snapshot<Value> {
  private kept: { value: Value; readAt: number } | undefined;
  private reading: Promise<Value> | undefined;

  constructor(private readonly load: () => Promise<Value>) {}

  get(): Value | Promise<Value> {
    const ageMs = this.kept ? performance.now() - this.kept.readAt : Infinity;
    if (!this.kept || ageMs >= MAX_AGE_MS) return this.refresh();
    // A failure reaches the caller when the copy has become too old.
    if (ageMs >= REFRESH_AFTER_MS) this.refresh().catch(() => undefined);
    return this.kept.value;
  }

  /** Reads again, for what another process may have written since the copy was made. */
  async renew(): Promise<Value> {
    // A read that runs now may have begun before the change.
    await this.reading?.catch(() => undefined);
    return this.refresh();
  }

  private refresh(): Promise<Value> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<Value> {
    // Measured before the query, because changes during the query may be missed.
    const readAt = performance.now();
    const value = await withTimeout(this.load(), READ_WITHIN_MS, createTimeoutError);
    this.kept = { value, readAt };
    return value;
  }
}

const createTimeoutError = () => Object.assign(new Error('Postgres did not answer in time'), { code: 'ETIMEDOUT' });
