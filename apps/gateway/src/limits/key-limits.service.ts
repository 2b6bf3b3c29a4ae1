/*
 * The limits of a key, and those of its customer above them, in order:
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
import { type RateHeaders, rateHeaders, tightest } from './rate-headers';
import { SharedLimits } from './shared-limits';
import type { KeyTerms, LimitDecision } from './sliding-window';

export { shareOfLimit } from './own-share';
export type { RateHeaders } from './rate-headers';

export const LIMITS_REDIS = Symbol('redis of the limits');

export interface LimitedKey extends KeyTerms {
  keyId: string;
  customerId: string;
  /** For all keys of the customer together. */
  customerLimits: KeyTerms;
}

/** The limits of a key, or those of its customer. */
interface Limited extends KeyTerms {
  windowId: string;
  whose: 'key' | 'customer';
}

interface CountedCall {
  rates: RateHeaders;
  refusal: HttpError | null;
  end: (usedTokens: number) => void;
  /** The call is as if it never came. */
  undo: () => void;
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
    const rates: RateHeaders[] = [];
    for (const limited of limitedIn(key)) {
      const usage = await this.shared?.look(limited.windowId);
      rates.push(
        usage ? rateHeaders(limited, usage) : rateHeaders(this.shareOf(limited), this.share.look(limited.windowId)),
      );
    }
    return tightest(rates);
  }

  /** Counts a call with an estimate of its tokens. Throws rate_limit_exceeded or concurrency_limit_exceeded. */
  admit(caller: LimitedKey, tokens: number): AdmittedCall | Promise<AdmittedCall> {
    return isLimited(caller) || isLimited(caller.customerLimits)
      ? this.admitLimited(caller, tokens)
      : new AdmittedCall({}, nothingToCount);
  }

  /** Counts a call whose client left before the first content. Never fails. */
  countAbandoned({ keyId }: AbandoningKey): Promise<void> {
    return this.abandoned.count(keyId);
  }

  /** Returns a promise only if it must ask. Throws too_many_abandoned. */
  assertFewAbandoned(key: AbandoningKey): void | Promise<void> {
    return this.abandoned.assertFew(key);
  }

  /** Counts the key first, so that calls that its own limits refuse do not weigh on the other keys of the customer. */
  private async admitLimited(caller: LimitedKey, tokens: number): Promise<AdmittedCall> {
    const counted: CountedCall[] = [];
    for (const limited of limitedIn(caller)) {
      const call = await this.countCall(limited, tokens);
      counted.push(call);
      if (call.refusal === null) continue;
      for (const each of counted) each.undo();
      throw call.refusal;
    }
    return new AdmittedCall(tightest(counted.map(({ rates }) => rates)), (usedTokens) => {
      for (const each of counted) each.end(usedTokens);
    });
  }

  private async countCall(limited: Limited, estimate: number): Promise<CountedCall> {
    const { windowId } = limited;
    const tokens = limited.tpm === null ? 0 : estimate;
    const callId = uuidv7();
    const shared = await this.shared?.take(windowId, callId, tokens, limited);
    const terms = shared ? limited : this.shareOf(limited);
    const taken = shared ?? this.share.take(windowId, tokens, terms, this.callsInFlight.get(windowId) ?? 0);
    const rates = rateHeaders(terms, taken);
    if (taken.refusedBy !== null)
      return { rates, refusal: refusal(limited, taken, rates), end: nothingToCount, undo: nothingToCount };
    if (shared) this.share.clear();
    else if (limited.maxConcurrency !== null) this.shared?.hold(windowId, callId);
    this.count(limited, 1);
    const close = (correction: number, undone: 0 | 1) => {
      this.count(limited, -1);
      this.shared?.end(windowId, callId, shared ? taken.step : 0, correction, undone);
      if (!shared) this.share.correct(windowId, taken.step, correction, undone);
    };
    return {
      rates,
      refusal: null,
      end: (usedTokens) => close(limited.tpm === null ? 0 : usedTokens - tokens, 0),
      undo: () => close(-tokens, 1),
    };
  }

  private count({ windowId, maxConcurrency }: Limited, calls: 1 | -1): void {
    const inFlight = (this.callsInFlight.get(windowId) ?? 0) + calls;
    if (maxConcurrency === null || inFlight <= 0) this.callsInFlight.delete(windowId);
    else this.callsInFlight.set(windowId, inFlight);
  }

  private shareOf(key: KeyTerms): KeyTerms {
    if (this.shared === null && !this.hasLoggedMissingRedis)
      this.logger.info('There is no Redis: each process counts a share of the key limits');
    this.hasLoggedMissingRedis = true;
    return shareOf(key, this.heartbeats.servingProcesses);
  }
}

const nothingToCount = () => undefined;

const isLimited = ({ rpm, tpm, maxConcurrency }: KeyTerms) => rpm !== null || tpm !== null || maxConcurrency !== null;

/** A limit that is not set needs no check. */
function limitedIn({ keyId, customerId, customerLimits, rpm, tpm, maxConcurrency }: LimitedKey): Limited[] {
  const limits: Limited[] = [
    { windowId: keyId, whose: 'key', rpm, tpm, maxConcurrency },
    { windowId: `customer:${customerId}`, whose: 'customer', ...customerLimits },
  ];
  return limits.filter(isLimited);
}

function refusal({ whose }: Limited, { refusedBy, waitMs }: LimitDecision, rates: RateHeaders): HttpError {
  const isKey = whose === 'key';
  if (refusedBy === 'calls')
    return limitErrors.concurrency_limit_exceeded({
      ...(!isKey && {
        message: 'Too many concurrent requests of this customer. Try again when one of them has finished.',
      }),
      headers: { ...retryHeaders(CALLS_WAIT_MS), ...rates },
    });
  return rateLimitExceeded(
    `${refusedBy} in a minute ${isKey ? 'with this API key' : 'of this customer'}`,
    waitMs,
    rates,
  );
}
