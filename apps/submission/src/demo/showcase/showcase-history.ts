import { type Action, type Actor, moveOf, type ProjectReviewOutput, type ProjectState } from '@shipyard/contracts';
import { REVIEW_FAILURES, type ReviewFailure } from '../../reviews';
import type { ShowcaseProject, ShowcaseStep } from './showcase-project';

const MINUTE_MS = 60_000;
/** Between 16:00 and 21:59 UTC. */
const FIRST_HOUR = 16;
const HOURS = 6;
/** At 23:00. */
const AFTER_THE_LOGS_MS = 7 * 60 * MINUTE_MS;
const SHORTEST_REVIEW_S = 125;
const REVIEW_SPREAD_S = 150;
const LOST_REVIEW_MS = 31 * MINUTE_MS;

export interface Move {
  at: Date;
  action: Action;
  by: Actor;
  from: ProjectState | null;
  to: ProjectState;
  reason: string | null;
}

export interface PastReview {
  requestedAt: Date;
  finishedAt: Date;
  stateBefore: ProjectState;
  outcome: { answer: ProjectReviewOutput } | { failure: ReviewFailure };
}

export type PastEvent =
  | { kind: 'log'; at: Date; sequence: number }
  | { kind: 'review'; at: Date; review: PastReview }
  | { kind: 'move'; at: Date; move: Move }
  | { kind: 'parcel'; at: Date; submittedAt: Date; parcel: { carrier: string; tracking: string } };

/** A time of the evening, some days before `today`. The number keeps times of one day in order. */
export function eveningBefore(today: Date, day: number, number: number): Date {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - day);
  const minutes = (FIRST_HOUR + ((number * 5) % HOURS)) * 60 + ((number * 17) % 60);
  return new Date(midnight + minutes * MINUTE_MS);
}

/**
 * What happened to a project, oldest first. Throws if the lifecycle does not allow a move, because a demo must not show
 * what cannot be.
 */
export function pastOf(
  { begun, logDays, history }: ShowcaseProject,
  today: Date,
): { events: PastEvent[]; state: ProjectState } {
  const created = eveningBefore(today, begun, begun);
  const past = new Past(created);
  for (const [index, day] of logDays.entries())
    past.events.push({ kind: 'log', at: eveningBefore(today, day, index + 1), sequence: index + 1 });
  for (const step of history) {
    const at = new Date(eveningBefore(today, step.day, 0).getTime() + AFTER_THE_LOGS_MS);
    if ('action' in step) past.decide(at, step);
    else past.review(at, step);
  }
  // Events of one time stay in their order.
  return { events: past.events.sort((one, other) => one.at.getTime() - other.at.getTime()), state: past.state };
}

/** Reviews take different times, and one review always the same. */
const reviewMs = (day: number) => (SHORTEST_REVIEW_S + ((day * 37) % REVIEW_SPREAD_S)) * 1_000;

type Review = Extract<ShowcaseStep, { review: unknown } | { failed: unknown }>;
type Decision = Exclude<ShowcaseStep, Review>;

class Past {
  readonly events: PastEvent[];
  state: ProjectState = 'draft';
  private submittedAt: Date | null = null;

  constructor(created: Date) {
    const move: Move = { at: created, action: 'create', by: 'owner', from: null, to: 'draft', reason: null };
    this.events = [{ kind: 'move', at: created, move }];
  }

  decide(at: Date, step: Decision): void {
    this.move(at, step.action);
    if (step.action === 'submit_shipment') this.submittedAt = at;
    if (step.action === 'mark_shipped' && this.submittedAt)
      this.events.push({ kind: 'parcel', at, submittedAt: this.submittedAt, parcel: step.parcel });
  }

  review(requestedAt: Date, step: Review): void {
    const stateBefore = this.state;
    const isLost = 'failed' in step;
    const finishedAt = new Date(requestedAt.getTime() + (isLost ? LOST_REVIEW_MS : reviewMs(step.day)));
    const outcome = isLost ? { failure: step.failed } : { answer: step.review };
    this.move(requestedAt, 'request_review');
    this.events.push({ kind: 'review', at: requestedAt, review: { requestedAt, finishedAt, stateBefore, outcome } });
    if (isLost) this.move(finishedAt, 'give_up_review', { reason: REVIEW_FAILURES[step.failed], before: stateBefore });
    else this.move(finishedAt, step.review.recommended ? 'recommend' : 'decline');
  }

  private move(at: Date, action: Action, { reason, before }: { reason?: string; before?: ProjectState } = {}): void {
    const { by, from, to: target } = moveOf(action);
    const to = target === 'before' ? before : target;
    if (to === undefined || !from.includes(this.state)) throw new Error(`${action} is not possible in ${this.state}`);
    this.events.push({ kind: 'move', at, move: { at, action, by, from: this.state, to, reason: reason ?? null } });
    this.state = to;
  }
}
