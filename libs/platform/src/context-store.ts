import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a piece of work and all that it begins can look up. It is off while nobody is in it: where one is on, Node 20 calls a hook round every
 * promise of the process, which made a chat, that is in none, a fifth dearer.
 */
export class ContextStore<Value> {
  private readonly storage = new AsyncLocalStorage<Value>();
  private inside = 0;

  get current(): Value | undefined {
    return this.storage.getStore();
  }

  /** Runs `work` with the value at hand until the promise that it answers has settled. */
  async run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    const leave = this.enter();
    try {
      return await this.storage.run(value, work);
    } finally {
      leave();
    }
  }

  /** Runs `work` with the value at hand until what it is handed is called. */
  begin(value: Value, work: (leave: () => void) => void): void {
    const leave = this.enter();
    this.storage.run(value, work, leave);
  }

  private enter(): () => void {
    this.inside += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.inside -= 1;
      if (this.inside === 0) this.storage.disable();
    };
  }
}
