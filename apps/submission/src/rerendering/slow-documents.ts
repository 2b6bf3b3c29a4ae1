/** How long a document that was too slow waits for each retry. It is not retried after the last one. */
const WAITS_MS = [60_000, 5 * 60_000, 30 * 60_000];

/** They may only have met a busy machine. Known to one process: another one may try them again. */
export class SlowDocuments {
  private readonly tries = new Map<string, { count: number; dueAt: number }>();

  isDue(document: string, now: number): boolean {
    return (this.tries.get(document)?.dueAt ?? 0) <= now;
  }

  putOff(document: string, now: number): boolean {
    const count = this.tries.get(document)?.count ?? 0;
    const waitMs = WAITS_MS[count];
    if (waitMs === undefined) return false;
    this.tries.set(document, { count: count + 1, dueAt: now + waitMs });
    return true;
  }

  remove(document: string): void {
    this.tries.delete(document);
  }
}
