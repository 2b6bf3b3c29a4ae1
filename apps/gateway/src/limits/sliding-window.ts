/** Per 60 s; null for no limit. */
export interface KeyTerms {
  rpm: number | null;
  tpm: number | null;
  maxConcurrency: number | null;
}

export interface KeyUsage {
  requests: number;
  tokens: number;
  resetMs: number;
}

/** A refused request is not counted. It fits after `waitMs` if no other request comes first. */
export interface LimitDecision extends KeyUsage {
  refusedBy: 'requests' | 'tokens' | 'calls' | null;
  waitMs: number;
  step: number;
}

interface Step {
  number: number;
  startedAt: number;
  lastAt: number;
  requests: number;
  tokens: number;
}

export const WINDOW_MS = 60_000;
/** Requests within this time are counted together, to bound memory. */
export const STEP_MS = 100;

/**
 * A sliding window of 60 s. It never exceeds the limit, except for a single request that is larger than the limit. TAKE
 * (limit-scripts.ts) does the same in Redis, and one property test checks both. Times are in milliseconds.
 */
export class SlidingWindow {
  private readonly steps: Step[] = [];
  private requests = 0;
  private tokens = 0;

  take(now: number, tokens: number, { rpm, tpm }: Pick<KeyTerms, 'rpm' | 'tpm'>): LimitDecision {
    this.dropOld(now);
    const requestsToFree = rpm === null ? 0 : this.requests + 1 - rpm;
    const tokensToFree = tpm === null || tokens === 0 ? 0 : Math.min(this.tokens, this.tokens + tokens - tpm);
    if (requestsToFree > 0 || tokensToFree > 0) {
      const waitMs = this.untilFreed(requestsToFree, tokensToFree, now);
      return { ...this.usage(now), refusedBy: requestsToFree > 0 ? 'requests' : 'tokens', waitMs, step: 0 };
    }
    const step = this.stepAt(now);
    step.lastAt = now;
    step.requests += 1;
    step.tokens += tokens;
    this.requests += 1;
    this.tokens += tokens;
    return { ...this.usage(now), refusedBy: null, waitMs: 0, step: step.number };
  }

  look(now: number): KeyUsage {
    this.dropOld(now);
    return this.usage(now);
  }

  /** `undone` is 1 if the call does not count at all. */
  correct(number: number, tokens: number, undone: 0 | 1 = 0): void {
    const step = this.steps.find((each) => each.number === number);
    if (!step) return;
    const corrected = Math.max(0, step.tokens + tokens);
    this.tokens += corrected - step.tokens;
    step.tokens = corrected;
    const requests = Math.max(0, step.requests - undone);
    this.requests += requests - step.requests;
    step.requests = requests;
  }

  private dropOld(now: number): void {
    for (let [oldest] = this.steps; oldest && oldest.lastAt + WINDOW_MS <= now; [oldest] = this.steps) {
      this.steps.shift();
      this.requests -= oldest.requests;
      this.tokens -= oldest.tokens;
    }
  }

  private usage(now: number): KeyUsage {
    const newest = this.steps.at(-1);
    return { requests: this.requests, tokens: this.tokens, resetMs: newest ? newest.lastAt + WINDOW_MS - now : 0 };
  }

  private stepAt(now: number): Step {
    const newest = this.steps.at(-1);
    if (newest && now - newest.startedAt < STEP_MS) return newest;
    const step = { number: newest ? newest.number + 1 : now, startedAt: now, lastAt: now, requests: 0, tokens: 0 };
    this.steps.push(step);
    return step;
  }

  private untilFreed(requests: number, tokens: number, now: number): number {
    let [requestsFreed, tokensFreed] = [0, 0];
    for (const step of this.steps) {
      requestsFreed += step.requests;
      tokensFreed += step.tokens;
      if (requestsFreed >= requests && tokensFreed >= tokens) return step.lastAt + WINDOW_MS - now;
    }
    return WINDOW_MS;
  }
}
