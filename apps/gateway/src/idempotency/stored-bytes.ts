/** So many customers are counted; beyond, those that kept nothing for longest begin anew. */
const MOST_CUSTOMERS = 10_000;

/** Counts what this process has kept for each customer since its share was last looked at, so that not every answer costs a look. */
export class StoredBytes {
  private readonly since = new Map<string, number>();

  constructor(private readonly lookEveryBytes: number) {}

  /** Whether the customer's share must be looked at: this is the first answer that is known, or many bytes came since the last look. */
  add(customerId: string, bytes: number): boolean {
    const known = this.since.get(customerId);
    const isDue = known === undefined || known + bytes >= this.lookEveryBytes;
    this.since.delete(customerId);
    this.since.set(customerId, isDue ? 0 : known + bytes);
    const [oldest] = this.since.keys();
    if (this.since.size > MOST_CUSTOMERS && oldest !== undefined) this.since.delete(oldest);
    return isDue;
  }
}
