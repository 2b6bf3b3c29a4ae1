/*
 * The limits of a key, in order:
 *
 * 1. admit  One Redis script checks requests, tokens and concurrent calls, and counts the call only if it fits. Its
 *    tokens are an estimate. A key without limits needs no check.
 * 2. end  The call's lease ends, and its tokens are corrected to the actual figure.
 *
 * A process renews the leases of its calls, and those of a dead process expire. While Redis is unavailable, each
 * process counts an equal share of the limits.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { Redis } from 'ioredis';
import { HeartbeatsService } from '../processes';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { limitErrors, rateLimitExceeded, retryHeaders } from './limits.errors';
import { OwnShare, shareOf } from './own-share';
import { AbandonedCalls, type AbandoningKey } from './abandoned-calls';
import { type RateHeaders, rateHeaders } from './rate-headers';
import { SharedLimits } from './shared-limits';
import type { KeyTerms, LimitDecision } from './sliding-window';

export { shareOfLimit } from './own-share';
export type { RateHeaders } from './rate-headers';

export const LIMITS_REDIS = Symbol('redis of the limits');

export interface LimitedKey extends KeyTerms {
  keyId: string;
}

const CALLS_WAIT_MS = 1_000;

export class AdmittedCall {
  /** Set it before `end`. */
  usedTokens = 0;
  private isEnded = false;

  constructor(
    readonly rates: RateHeaders,
    private readonly onEnd: (usedTokens: number) => void,
  ) {}

  /** Call it after every outcome. Safe to repeat. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.onEnd(this.usedTokens);
  }
}

@Injectable()
export class KeyLimitsService implements OnApplicationShutdown {
  private readonly shared: SharedLimits | null;
  private readonly share = new OwnShare();
  private readonly abandoned: AbandonedCalls;
  private readonly callsInFlight = new Map<string, number>();
  private hasLoggedMissingRedis = false;

  constructor(
    @Inject(LIMITS_REDIS) redis: Redis | null,
    private readonly heartbeats: HeartbeatsService,
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.shared = redis && new SharedLimits(redis, config.PROCESS_DEAD_AFTER_SECONDS * 1_000, logger);
    this.abandoned = new AbandonedCalls(this.shared, this.share, () => heartbeats.servingProcesses);
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }

  async ratesOf(key: LimitedKey): Promise<RateHeaders> {
    const usage = await this.shared?.look(key.keyId);
    return usage ? rateHeaders(key, usage) : rateHeaders(this.shareOf(key), this.share.look(key.keyId));
  }

  /** Counts a call with an estimate of its tokens. Throws rate_limit_exceeded or concurrency_limit_exceeded. */
  admit(caller: LimitedKey, tokens: number): AdmittedCall | Promise<AdmittedCall> {
    return isLimited(caller) ? this.admitLimited(caller, tokens) : new AdmittedCall({}, nothingToCount);
  }

  /** Counts a call whose client left before the first content. Never fails. */
  countAbandoned({ keyId }: AbandoningKey): Promise<void> {
    return this.abandoned.count(keyId);
  }

  /** Returns a promise only if it must ask. Throws too_many_abandoned. */
  assertFewAbandoned(key: AbandoningKey): void | Promise<void> {
    return this.abandoned.assertFew(key);
  }

  private async admitLimited(caller: LimitedKey, tokens: number): Promise<AdmittedCall> {
    const { keyId } = caller;
    const callId = uuidv7();
    const shared = await this.shared?.take(keyId, callId, tokens, caller);
    const terms = shared ? caller : this.shareOf(caller);
    const taken = shared ?? this.share.take(keyId, tokens, terms, this.callsInFlight.get(keyId) ?? 0);
    const rates = rateHeaders(terms, taken);
    if (taken.refusedBy !== null) throw refusal(taken, rates);
    if (shared) this.share.clear();
    else if (caller.maxConcurrency !== null) this.shared?.hold(keyId, callId);
    this.count(caller, 1);
    return new AdmittedCall(rates, (usedTokens) => {
      this.count(caller, -1);
      const correction = caller.tpm === null ? 0 : usedTokens - tokens;
      this.shared?.end(keyId, callId, shared ? taken.step : 0, correction);
      if (!shared) this.share.correct(keyId, taken.step, correction);
    });
  }

  private count({ keyId, maxConcurrency }: LimitedKey, calls: 1 | -1): void {
    const inFlight = (this.callsInFlight.get(keyId) ?? 0) + calls;
    if (maxConcurrency === null || inFlight <= 0) this.callsInFlight.delete(keyId);
    else this.callsInFlight.set(keyId, inFlight);
  }

  private shareOf(key: LimitedKey): KeyTerms {
    if (this.shared === null && !this.hasLoggedMissingRedis)
      this.logger.info('There is no Redis: each process counts a share of the key limits');
    this.hasLoggedMissingRedis = true;
    return shareOf(key, this.heartbeats.servingProcesses);
  }
}

const nothingToCount = () => undefined;

const isLimited = ({ rpm, tpm, maxConcurrency }: KeyTerms) => rpm !== null || tpm !== null || maxConcurrency !== null;

function refusal({ refusedBy, waitMs }: LimitDecision, rates: RateHeaders): HttpError {
  if (refusedBy === 'calls')
    return limitErrors.concurrency_limit_exceeded({ headers: { ...retryHeaders(CALLS_WAIT_MS), ...rates } });
  return rateLimitExceeded(`${refusedBy} in a minute with this API key`, waitMs, rates);
}
