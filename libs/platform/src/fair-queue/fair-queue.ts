import type { AbortSignalLike } from '../cancellation';
import { Places } from './places';

/** The client should retry later. */
export class QueueOverloaded extends Error {}

export interface FairQueueLimits {
  atOnce: number;
  /** One if absent. */
  atOncePerOwner?: number;
  waiting: number;
  waitingPerOwner: number;
  waitMs: number;
}

type Waiter = () => void;

/** Runs costly work fairly: one task or a few at a time per owner, and waiting owners in round-robin order. */
export class FairQueue {
  private readonly waiting = new Map<string, Waiter[]>();
  private readonly served = new Places();
  private servedCount = 0;
  private readonly perOwner: number;

  constructor(private readonly limits: FairQueueLimits) {
    this.perOwner = limits.atOncePerOwner ?? 1;
  }

  /** Rejects with QueueOverloaded, or with the signal's reason. */
  async run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignalLike): Promise<Result> {
    await this.wait(owner, signal);
    try {
      return await work();
    } finally {
      this.served.leave(owner);
      this.servedCount -= 1;
      this.goBehind(owner);
      this.serveNext();
    }
  }

  private wait(owner: string, signal: AbortSignalLike | undefined): Promise<void> {
    signal?.throwIfAborted();
    const others = this.waiting.get(owner) ?? [];
    const all = [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
    const isFree = this.servedCount < this.limits.atOnce && this.served.hasFree(owner, this.perOwner);
    if (!isFree && (all >= this.limits.waiting || others.length >= this.limits.waitingPerOwner))
      return Promise.reject(new QueueOverloaded('Too many wait'));
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(clock);
        signal?.removeEventListener('abort', onAbort);
        this.leave(owner, waiter);
        finish();
      };
      const waiter: Waiter = () => settle(resolve);
      const onAbort = () =>
        settle(() =>
          reject(signal?.reason instanceof Error ? signal.reason : new QueueOverloaded('The work was aborted')),
        );
      const clock = setTimeout(
        () => settle(() => reject(new QueueOverloaded(`Waited ${this.limits.waitMs} ms for others`))),
        this.limits.waitMs,
      );
      signal?.addEventListener('abort', onAbort);
      this.waiting.set(owner, [...others, waiter]);
      this.serveNext();
    });
  }

  private leave(owner: string, waiter: Waiter): void {
    const others = this.waiting.get(owner)?.filter((each) => each !== waiter) ?? [];
    if (others.length > 0) this.waiting.set(owner, others);
    else this.waiting.delete(owner);
  }

  private serveNext(): void {
    for (const [owner, [waiter]] of this.waiting) {
      if (this.servedCount >= this.limits.atOnce) return;
      if (!waiter || this.served.take(owner, this.perOwner) === null) continue;
      this.servedCount += 1;
      waiter();
    }
  }

  private goBehind(owner: string): void {
    const waiters = this.waiting.get(owner);
    if (waiters && this.waiting.delete(owner)) this.waiting.set(owner, waiters);
  }
}
