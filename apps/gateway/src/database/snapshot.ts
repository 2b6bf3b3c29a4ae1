/** A change must act within a second; the rest of that second is for the query itself. */
const MAX_AGE_MS = 900;
/** Older than this it is read again in the background, so that under load nobody ever waits for it. */
const REFRESH_AFTER_MS = 500;
/** Then Postgres counts as away, and whoever asks next has it read on another connection. */
const READ_WITHIN_MS = 10_000;

/**
 * What a process keeps of a few small tables: at most 900 ms old, so that a change acts within a second on every replica,
 * whatever becomes of notifications.
 */
export class Snapshot<Value> {
  private kept: { value: Value; readAt: number } | undefined;
  private reading: Promise<Value> | undefined;

  constructor(private readonly load: () => Promise<Value>) {}

  /** A promise only where there is no copy that is young enough. */
  get(): Value | Promise<Value> {
    const ageMs = this.kept ? performance.now() - this.kept.readAt : Infinity;
    if (!this.kept || ageMs >= MAX_AGE_MS) return this.refresh();
    // A failure shows when the copy has grown too old, to whoever asks then.
    if (ageMs >= REFRESH_AFTER_MS) this.refresh().catch(() => undefined);
    return this.kept.value;
  }

  private refresh(): Promise<Value> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<Value> {
    // Counted from before the query: what changes while it runs is seen by the next.
    const readAt = performance.now();
    const value = await inTime(this.load());
    this.kept = { value, readAt };
    return value;
  }
}

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('Postgres did not answer in time'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), READ_WITHIN_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
