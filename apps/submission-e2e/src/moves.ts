import type { Action, Actor, ProjectState } from '@shipyard/contracts';
import type { ApiAnswer, JoinedStack } from '@shipyard/testing';
import type { Client } from 'pg';
import { demoPeople, type Failure, type Participant, type StatusView } from './participant';
import { RECIPIENT } from './shipment';

export const ROLES = ['owner', 'stranger', 'reviewer', 'fulfilment', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type CallerAction = Exclude<Action, 'create' | 'recommend' | 'decline' | 'give_up_review' | 'expire_shipment'>;

const REASON = { json: { reason: 'Because.' } };

export const CALLS: Record<
  CallerAction,
  { by: Actor & Role; method: string; path: (slug: string) => string; json?: object }
> = {
  request_review: { by: 'owner', method: 'POST', path: (slug) => `/projects/${slug}/review/request` },
  rerun_review: { by: 'reviewer', method: 'POST', path: (slug) => `/admin/projects/${slug}/review/rerun` },
  start_interview: { by: 'owner', method: 'POST', path: (slug) => `/projects/${slug}/interview/start` },
  approve: { by: 'reviewer', method: 'POST', path: (slug) => `/admin/projects/${slug}/approve` },
  request_changes: {
    by: 'reviewer',
    method: 'POST',
    path: (slug) => `/admin/projects/${slug}/request-changes`,
    ...REASON,
  },
  reject: { by: 'reviewer', method: 'POST', path: (slug) => `/admin/projects/${slug}/reject`, ...REASON },
  submit_shipment: { by: 'owner', method: 'POST', path: (slug) => `/projects/${slug}/shipment`, json: RECIPIENT },
  withdraw_shipment: { by: 'owner', method: 'DELETE', path: (slug) => `/projects/${slug}/shipment` },
  mark_shipped: {
    by: 'fulfilment',
    method: 'POST',
    path: (slug) => `/admin/projects/${slug}/ship`,
    json: { carrier: 'DHL' },
  },
  reship: { by: 'fulfilment', method: 'POST', path: (slug) => `/admin/projects/${slug}/reship`, ...REASON },
};

export const CALLER_MOVES = Object.keys(CALLS) as CallerAction[];

export function refusalOf(action: CallerAction, state: ProjectState): string {
  if (state === 'review_pending' && (action === 'request_review' || action === 'rerun_review'))
    return 'REVIEW_IN_PROGRESS';
  if (action === 'start_interview') return 'INTERVIEW_NOT_AVAILABLE';
  return action === 'submit_shipment' ? 'SHIPMENT_NOT_ALLOWED' : 'STATE_CONFLICT';
}

export class Moves {
  readonly parties: Record<Role, Participant>;

  private constructor(
    stack: JoinedStack,
    private readonly database: Client,
    readonly slug: string,
  ) {
    this.parties = partiesOf(stack);
  }

  static async begin(stack: JoinedStack, database: Client, readme = '# Moved about'): Promise<Moves> {
    return new Moves(stack, database, await partiesOf(stack).owner.createReadyProject(readme));
  }

  act(action: CallerAction, role: Role = CALLS[action].by): Promise<ApiAnswer<Failure>> {
    const { method, path, json } = CALLS[action];
    return this.parties[role].refused(method, path(this.slug), json && { json });
  }

  status(role: 'owner' | 'reviewer' | 'fulfilment' | 'admin' = 'owner'): Promise<StatusView> {
    return this.parties[role].status(this.slug);
  }

  async set(state: ProjectState): Promise<void> {
    const reached = state === 'shipment_submitted' ? 'approved_to_ship' : state;
    await this.database.query('BEGIN');
    await this.database.query('DELETE FROM reviews WHERE project_id = (SELECT id FROM projects WHERE slug = $1)', [
      this.slug,
    ]);
    await this.database.query('DELETE FROM shipments WHERE project_id = (SELECT id FROM projects WHERE slug = $1)', [
      this.slug,
    ]);
    await this.database.query(
      `UPDATE projects SET state = $2, shipped_at = CASE $2 WHEN 'shipped' THEN now() END WHERE slug = $1`,
      [this.slug, reached],
    );
    await this.database.query('COMMIT');
    if (reached !== state) await this.act('submit_shipment');
  }
}

function partiesOf(stack: JoinedStack): Record<Role, Participant> {
  const { owner, other: stranger, reviewer, fulfilment, admin } = demoPeople(stack);
  return { owner, stranger, reviewer, fulfilment, admin };
}
