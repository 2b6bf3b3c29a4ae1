import type { Logger } from './logger';

/** Work that is done over and over, one after the other; a failure is logged once and tried again. */
export class Sweep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private failing = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  /** The first sweep is at once: a process that starts may have died a moment ago, and left something. */
  start(): void {
    this.startIn(0);
  }

  private startIn(delayMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.once().then(() => {
        if (!this.stopped) this.startIn(this.everyMs);
      });
    }, delayMs);
  }

  /** Ends after the sweep that is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async once(): Promise<void> {
    try {
      await this.work();
      if (this.failing) this.logger.info(`The sweep of ${this.name} works again`);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn({ err: error }, `The sweep of ${this.name} failed and is tried again`);
      this.failing = true;
    }
  }
}
