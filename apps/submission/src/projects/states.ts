/** The lifecycle of a project, as one table: what moves it, who may, and where it goes. */

export const PROJECT_STATES = [
  'draft',
  'review_pending',
  'recommended',
  'changes_requested',
  'interviewing',
  'approved_to_ship',
  'shipment_submitted',
  'shipped',
  'rejected',
] as const;

export type ProjectState = (typeof PROJECT_STATES)[number];
export type Actor = 'owner' | 'reviewer' | 'fulfilment' | 'admin' | 'worker' | 'system';

interface Move {
  by: Actor;
  from: readonly ProjectState[];
  /** `before`: the state that the project had before its review was asked for. */
  to: ProjectState | 'before';
}

export const MOVES = {
  request_review: { by: 'owner', from: ['draft', 'changes_requested'], to: 'review_pending' },
  rerun_review: { by: 'reviewer', from: ['recommended', 'changes_requested'], to: 'review_pending' },
  recommend: { by: 'worker', from: ['review_pending'], to: 'recommended' },
  decline: { by: 'worker', from: ['review_pending'], to: 'changes_requested' },
  give_up_review: { by: 'worker', from: ['review_pending'], to: 'before' },
} as const satisfies Record<string, Move>;

/** Where a project's owner may have it erased. */
export const ERASABLE_STATES: readonly ProjectState[] = ['draft', 'changes_requested', 'rejected'];

export type Action = keyof typeof MOVES;

export const ACTIONS = Object.keys(MOVES) as Action[];

const moves: Record<Action, Move> = MOVES;

/** What an actor may do with a project in this state. */
export function allowedActions(state: ProjectState, actors: readonly Actor[]): Action[] {
  return ACTIONS.filter((action) => actors.includes(moves[action].by) && moves[action].from.includes(state));
}
