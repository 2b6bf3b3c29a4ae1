import type { Logger } from '@shipyard/platform/logger';
import type { Redis } from 'ioredis';
import { END, FIND_ABANDONING, NOTE_ABANDONING, REDIS_CLOCK, RENEW, TAKE } from './limit-scripts';
import type { KeyTerms, KeyUsage, LimitDecision } from './sliding-window';

const REFUSALS = [null, 'requests', 'tokens', 'calls'] as const;
const ASK_AGAIN_AFTER_MS = 1_000;
const NO_LEASE = '';
const ABANDONING = 'limits:abandoning';

interface Leases {
  held: Map<string, boolean>;
  ended: Set<string>;
}

/** While Redis is away, every call returns null at once. Only a timer probes it, so no request waits. */
export class SharedLimits {
  private isLost = false;
  private readonly leases = new Map<string, Leases>();
  private readonly renewal: NodeJS.Timeout;
  private probe: NodeJS.Timeout | undefined;

  /** The lease of a dead process expires after `leaseMs`. */
  constructor(
    private readonly redis: Redis,
    private readonly leaseMs: number,
    private readonly logger: Logger,
  ) {
    this.renewal = setInterval(() => void this.renew(), leaseMs / 6).unref();
  }

  close(): void {
    clearInterval(this.renewal);
    clearInterval(this.probe);
  }

  async look(keyId: string): Promise<KeyUsage | null> {
    return this.askWindow(keyId, [0, -1, -1, -1, NO_LEASE, 0, 0]);
  }

  /** Counts a call unless a limit refuses it. If concurrent calls are limited, it holds a lease until its end. */
  async take(
    keyId: string,
    callId: string,
    tokens: number,
    { rpm, tpm, maxConcurrency }: KeyTerms,
  ): Promise<LimitDecision | null> {
    const wasLost = this.isLost;
    const leaseId = maxConcurrency === null ? NO_LEASE : callId;
    const taken = await this.askWindow(keyId, [
      tokens,
      rpm ?? -1,
      tpm ?? -1,
      maxConcurrency ?? -1,
      leaseId,
      this.leaseMs,
      1,
    ]);
    if (leaseId === NO_LEASE || wasLost) return taken;
    if (taken === null) this.leasesOf(keyId).ended.add(leaseId);
    else if (taken.refusedBy === null) this.leasesOf(keyId).held.set(leaseId, true);
    return taken;
  }

  async noteAbandoning(keyId: string): Promise<void> {
    await this.ask(NOTE_ABANDONING, [ABANDONING], [keyId]);
  }

  /** Returns the keys whose clients left within the last minute. */
  async abandoning(): Promise<ReadonlySet<string>> {
    const found = await this.ask(FIND_ABANDONING, [ABANDONING], []);
    return new Set(Array.isArray(found) ? found.map(String) : []);
  }

  /** Registers a call that was counted without Redis, which receives the lease when it is back. */
  hold(keyId: string, callId: string): void {
    const { held, ended } = this.leasesOf(keyId);
    held.set(callId, ended.delete(callId));
  }

  /** Frees the lease and corrects the tokens, or takes the call out altogether. Never fails. */
  end(keyId: string, callId: string, step: number, tokens: number, undone: 0 | 1 = 0): void {
    const leases = this.leases.get(keyId);
    const mayBeKnown = leases?.held.get(callId);
    leases?.held.delete(callId);
    if (mayBeKnown) leases?.ended.add(callId);
    if (!mayBeKnown && ((tokens === 0 && undone === 0) || step === 0)) return;
    void this.ask(END, [windowOf(keyId), leasesAt(keyId)], [step, tokens, callId, undone]).then((answer) => {
      if (answer !== null) leases?.ended.delete(callId);
      this.dropUnused(keyId);
    });
  }

  private async askWindow(keyId: string, values: (number | string)[]): Promise<LimitDecision | null> {
    const answer = await this.ask(TAKE, [windowOf(keyId), leasesAt(keyId)], values);
    if (!Array.isArray(answer)) return null;
    const [refusedBy = 0, requests = 0, tokens = 0, resetMs = 0, waitMs = 0, step = 0] = answer.map(Number);
    return { refusedBy: REFUSALS[refusedBy] ?? null, requests, tokens, resetMs, waitMs, step };
  }

  private async ask(script: string, keys: string[], values: (number | string)[]): Promise<unknown> {
    if (this.isLost) return null;
    try {
      return await this.redis.eval(REDIS_CLOCK + script, keys.length, ...keys, ...values);
    } catch (error) {
      this.lose(error);
      return null;
    }
  }

  private lose(error: unknown): void {
    if (this.isLost) return;
    this.isLost = true;
    this.logger.warn(
      { err: error },
      'Redis is out of reach: until it is back, each process counts a share of the key limits',
    );
    this.probe = setInterval(() => {
      // Redis must accept writes, too.
      this.redis
        .set('limits:probe', '1', 'PX', ASK_AGAIN_AFTER_MS)
        .then(() => this.find())
        .catch(() => undefined);
    }, ASK_AGAIN_AFTER_MS).unref();
  }

  private find(): void {
    if (!this.isLost) return;
    this.isLost = false;
    clearInterval(this.probe);
    this.logger.info('Redis is back: the processes count key limits together again');
    void this.renew();
  }

  private async renew(): Promise<void> {
    for (const [keyId, { held, ended }] of this.leases) {
      const told = [...ended];
      for (const callId of held.keys()) held.set(callId, true);
      const answer = await this.ask(RENEW, [leasesAt(keyId)], [this.leaseMs, held.size, ...held.keys(), ...told]);
      if (answer === null) return;
      for (const callId of told) ended.delete(callId);
      this.dropUnused(keyId);
    }
  }

  private leasesOf(keyId: string): Leases {
    const known = this.leases.get(keyId) ?? { held: new Map<string, boolean>(), ended: new Set<string>() };
    this.leases.set(keyId, known);
    return known;
  }

  private dropUnused(keyId: string): void {
    const known = this.leases.get(keyId);
    if (known?.held.size === 0 && known.ended.size === 0) this.leases.delete(keyId);
  }
}

const windowOf = (keyId: string) => `limits:{${keyId}}:window`;
const leasesAt = (keyId: string) => `limits:{${keyId}}:leases`;
