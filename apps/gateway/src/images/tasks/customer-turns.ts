/** At most `free` at once. Those who wait come in turns by customer, so that many tasks of one delay no other's first. */
export class CustomerTurns {
  /** The customer whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private free: number) {}

  /** Resolves to the end of the turn, which may be called more than once. */
  async take(customerId: string): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((begin) => this.queueOf(customerId).push(begin));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.passOn();
    };
  }

  private queueOf(customerId: string): (() => void)[] {
    const queue = this.waiting.get(customerId) ?? [];
    this.waiting.set(customerId, queue);
    return queue;
  }

  private passOn(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free += 1;
      return;
    }
    const [customerId, queue] = next;
    const begin = queue.shift();
    this.waiting.delete(customerId);
    if (queue.length > 0) this.waiting.set(customerId, queue);
    begin?.();
  }
}
