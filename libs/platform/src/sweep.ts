import type { FactoryProvider, InjectionToken, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from './logger';

/** Runs `work` again and again, never in parallel. Logs a failure once. */
export class Sweep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isWaiting = false;
  private isWoken = false;
  private readonly stopping = new AbortController();
  private failing = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  /** Runs at once, because a process that just died may have left something. */
  start(): void {
    this.startIn(0);
  }

  /** Starts the next run now, or right after the current one, which may have missed the cause. */
  wake(): void {
    this.isWoken = true;
    if (!this.isWaiting) return;
    clearTimeout(this.timer);
    this.startIn(0);
  }

  private startIn(delayMs: number): void {
    this.isWaiting = true;
    this.timer = setTimeout(() => {
      this.isWaiting = false;
      this.isWoken = false;
      this.running = this.once().then(() => {
        if (!this.stopping.signal.aborted) this.startIn(this.isWoken ? 0 : this.everyMs);
      });
    }, delayMs);
  }

  /** Aborts the signal of the current run and resolves when that run has ended. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('The process stops'));
    this.isWaiting = false;
    clearTimeout(this.timer);
    await this.running;
  }

  private async once(): Promise<void> {
    try {
      await this.work(this.stopping.signal);
      if (this.failing) this.logger.info(`The sweep of ${this.name} works again`);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn({ err: error }, `The sweep of ${this.name} failed and is tried again`);
      this.failing = true;
    }
  }
}

/** The instances of the injected tokens. Only a class tells the type of its instance. */
type Injected<Tokens extends readonly InjectionToken[]> = {
  [Index in keyof Tokens]: Tokens[Index] extends { prototype: infer Instance } ? Instance : never;
};

interface SweeperOptions<Tokens extends readonly InjectionToken[]> {
  name: string;
  everyMs: number | ((...injected: Injected<Tokens>) => number);
  inject: Tokens;
  /** Calls `wake` to start the next run early. */
  listen?: (...args: [...injected: Injected<Tokens>, wake: () => void]) => void;
  /** The application waits until the aborted run has ended. */
  sweep: (...args: [...injected: Injected<Tokens>, signal: AbortSignal]) => Promise<void>;
}

/** Runs `sweep` at the start and every `everyMs`. */
export function sweeper<const Tokens extends readonly InjectionToken[]>({
  name,
  everyMs,
  inject,
  listen,
  sweep,
}: SweeperOptions<Tokens>): FactoryProvider<OnApplicationBootstrap & OnModuleDestroy> {
  return {
    provide: Symbol(name),
    inject: [LOGGER, ...inject],
    useFactory: (logger: Logger, ...injected: Injected<Tokens>) => {
      const periodMs = typeof everyMs === 'number' ? everyMs : everyMs(...injected);
      const rounds = new Sweep(name, periodMs, (signal) => sweep(...injected, signal), logger);
      listen?.(...injected, () => rounds.wake());
      return { onApplicationBootstrap: () => rounds.start(), onModuleDestroy: () => rounds.stop() };
    },
  };
}

/** Repeats until fewer than `size` rows are handled, so that no statement holds many rows for long. */
export async function inBatches(size: number, handle: () => Promise<number>): Promise<void> {
  for (let handled = size; handled === size;) handled = await handle();
}
