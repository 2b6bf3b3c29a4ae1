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
/** What a project needs before a review or its completion. */
export const MISSING_PARTS = ['readme', 'logs'] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];
export type Actor = 'owner' | 'reviewer' | 'fulfilment' | 'admin' | 'guardian' | 'worker' | 'system';

interface Move {
  by: Actor;
  from: readonly ProjectState[];
  /** `before`: the state before the review request. */
  to: ProjectState | 'before';
  decision?: true;
  effect: string;
}

export const MOVES = {
  create: { by: 'owner', from: [], to: 'draft', effect: '' },
  request_review: {
    by: 'owner',
    from: ['draft', 'changes_requested'],
    to: 'review_pending',
    effect: 'the review judges README and logs as they are now; content that a finished review has judged is refused',
  },
  rerun_review: {
    by: 'reviewer',
    from: ['recommended', 'changes_requested'],
    to: 'review_pending',
    decision: true,
    effect: 'like request_review, but unchanged content is allowed',
  },
  recommend: {
    by: 'worker',
    from: ['review_pending'],
    to: 'recommended',
    effect: 'the review recommends the project, which moves to the top of the review queue',
  },
  decline: {
    by: 'worker',
    from: ['review_pending'],
    to: 'changes_requested',
    effect: 'the review does not recommend the project; the owner sees its comments',
  },
  give_up_review: {
    by: 'worker',
    from: ['review_pending'],
    to: 'before',
    effect: 'the review failed for good and may be requested again',
  },
  start_interview: {
    by: 'owner',
    from: ['recommended', 'interviewing'],
    to: 'interviewing',
    effect: 'creates a new credential; earlier ones become invalid',
  },
  approve: {
    by: 'reviewer',
    from: ['recommended', 'interviewing'],
    to: 'approved_to_ship',
    decision: true,
    effect: '',
  },
  request_changes: {
    by: 'reviewer',
    from: ['recommended', 'interviewing', 'changes_requested'],
    to: 'changes_requested',
    decision: true,
    effect: 'with a reason',
  },
  reject: {
    by: 'reviewer',
    from: ['recommended', 'interviewing', 'changes_requested', 'approved_to_ship', 'shipment_submitted'],
    to: 'rejected',
    decision: true,
    effect: 'with a reason; recipient data is deleted',
  },
  submit_shipment: {
    by: 'owner',
    from: ['approved_to_ship', 'shipment_submitted'],
    to: 'shipment_submitted',
    effect: 'recipient data is stored encrypted, and replaces earlier data',
  },
  withdraw_shipment: {
    by: 'owner',
    from: ['shipment_submitted'],
    to: 'approved_to_ship',
    effect: 'recipient data is deleted',
  },
  expire_shipment: {
    by: 'system',
    from: ['shipment_submitted'],
    to: 'approved_to_ship',
    effect:
      'the retention period has passed, or the guardian of the owner does not agree any more: recipient data is deleted',
  },
  mark_shipped: { by: 'fulfilment', from: ['shipment_submitted'], to: 'shipped', effect: 'recipient data is deleted' },
  reship: {
    by: 'fulfilment',
    from: ['shipped'],
    to: 'approved_to_ship',
    effect: 'with a reason: a parcel came back, and the owner sends the address again',
  },
} as const satisfies Record<string, Move>;

export const ERASABLE_STATES: readonly ProjectState[] = ['draft', 'changes_requested', 'rejected'];

export type Action = keyof typeof MOVES;

export const ACTIONS = Object.keys(MOVES) as Action[];

export const moveOf = (action: Action): Move => MOVES[action];

export function allowedActions(state: ProjectState, actors: readonly Actor[]): Action[] {
  return ACTIONS.filter((action) => actors.includes(moveOf(action).by) && moveOf(action).from.includes(state));
}

export const CALLER_ACTIONS = ACTIONS.filter((action) => !['worker', 'system'].includes(moveOf(action).by));

export function moveInWords(action: Action): string {
  const { from, to, effect } = moveOf(action);
  const target = to === 'before' ? 'the state before' : `\`${to}\``;
  return `Allowed in ${from.map((state) => `\`${state}\``).join(', ')}; leads to ${target}${effect === '' ? '' : `: ${effect}`}.`;
}

export function movesAsMarkdown(): string {
  const rows = ACTIONS.map((action) => {
    const { by, from, to, effect } = moveOf(action);
    const target = to === 'before' ? 'the state before' : `\`${to}\``;
    return `| ${from.map((state) => `\`${state}\``).join(', ') || '—'} | \`${action}\` | ${by} | ${target} | ${effect} |`;
  });
  return ['| from | action | who | to | |', '|---|---|---|---|---|', ...rows].join('\n');
}
