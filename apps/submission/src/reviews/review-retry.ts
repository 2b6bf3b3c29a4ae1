import type { CallFailure } from '../model/model-gateway';
import type { ReviewFailure } from './review-failure';

export interface RetryState {
  failedAnswers: number;
  unreachableSince: Date | null;
}

export type RetryDecision =
  | ({ giveUp: false; delayMs: number } & RetryState)
  | ({ giveUp: true; failure: ReviewFailure } & RetryState);

const FAILED_ANSWERS_LIMIT = 3;
export const LOST_RUNS_LIMIT = 10;
const UNREACHABLE_LIMIT_MS = 30 * 60_000;
const UNREACHABLE_DELAY_MS = { first: 1_000, last: 15_000 };
const ANSWER_DELAY_MS = { usual: 10_000, demo: 1_000 };

export function decideRetry(
  state: RetryState,
  failure: CallFailure,
  { now, demo }: { now: Date; demo: boolean },
): RetryDecision {
  if (failure.kind === 'answered') {
    const failedAnswers = state.failedAnswers + 1;
    if (failedAnswers >= FAILED_ANSWERS_LIMIT) {
      return { giveUp: true, failure: 'unfinished', failedAnswers, unreachableSince: null };
    }
    const delayMs = ANSWER_DELAY_MS[demo ? 'demo' : 'usual'] * 2 ** (failedAnswers - 1);
    return {
      giveUp: false,
      delayMs: Math.max(delayMs, failure.retryAfterMs ?? 0),
      failedAnswers,
      unreachableSince: null,
    };
  }
  if (failure.kind === 'lost') {
    const { failedAnswers, unreachableSince } = state;
    return { giveUp: true, failure: 'stopped', failedAnswers, unreachableSince };
  }
  const unreachableSince = state.unreachableSince ?? now;
  const waitedMs = now.getTime() - unreachableSince.getTime();
  const { failedAnswers } = state;
  if (waitedMs >= UNREACHABLE_LIMIT_MS) {
    return { giveUp: true, failure: 'unreachable', failedAnswers, unreachableSince };
  }
  // The delay equals the outage so far: short during a restart, longer during a real outage.
  const delayMs = Math.min(UNREACHABLE_DELAY_MS.last, Math.max(UNREACHABLE_DELAY_MS.first, waitedMs));
  const asked = Math.min(failure.retryAfterMs ?? 0, UNREACHABLE_LIMIT_MS - waitedMs);
  return { giveUp: false, delayMs: Math.max(delayMs, asked), failedAnswers, unreachableSince };
}
