/** How long a document that was too slow waits for another try. After the last of these it is not tried again. */
const WAITS_MS = [60_000, 5 * 60_000, 30 * 60_000];

/** Documents that took too long, which can be the machine's fault. Known to one process: another may try them all anew. */
export class SlowDocuments {
  private readonly tries = new Map<string, { count: number; dueAt: number }>();

  isDue(document: string, now: number): boolean {
    return (this.tries.get(document)?.dueAt ?? 0) <= now;
  }

  /** Notes a try that took too long. False once there were enough of them. */
  putOff(document: string, now: number): boolean {
    const count = this.tries.get(document)?.count ?? 0;
    const waitMs = WAITS_MS[count];
    if (waitMs === undefined) return false;
    this.tries.set(document, { count: count + 1, dueAt: now + waitMs });
    return true;
  }

  forget(document: string): void {
    this.tries.delete(document);
  }
}
