import type { ProjectState } from '@shipyard/contracts';
import type { CallerAction, Role } from './moves';

export type Verdict = 'recommend' | 'decline' | 'fail';

/** The contract's lifecycle, written independently of the service. */
export class LifecycleModel {
  state: ProjectState = 'draft';
  verdict: Verdict = 'recommend';
  logs = 2;
  private judged = '';
  private underReview = { verdict: this.verdict, content: '', before: this.state };

  allowed(role: Role): CallerAction[] {
    const is = (...states: ProjectState[]) => states.includes(this.state);
    const mine: Partial<Record<Role, [CallerAction, boolean][]>> = {
      owner: [
        ['request_review', is('draft', 'changes_requested')],
        ['start_interview', is('recommended', 'interviewing')],
        ['submit_shipment', is('approved_to_ship', 'shipment_submitted')],
        ['withdraw_shipment', is('shipment_submitted')],
      ],
      reviewer: [
        ['rerun_review', is('recommended', 'changes_requested')],
        ['approve', is('recommended', 'interviewing')],
        ['request_changes', is('recommended', 'interviewing', 'changes_requested')],
        ['reject', is('recommended', 'interviewing', 'changes_requested', 'approved_to_ship', 'shipment_submitted')],
      ],
      fulfilment: [
        ['mark_shipped', is('shipment_submitted')],
        ['reship', is('shipped')],
      ],
    };
    return (mine[role] ?? []).flatMap(([action, may]) => (may ? [action] : []));
  }

  act(action: CallerAction): boolean {
    const may = (['owner', 'reviewer', 'fulfilment'] as const).some((role) => this.allowed(role).includes(action));
    const content = `${this.verdict} ${this.logs}`;
    if (!may || (action === 'request_review' && content === this.judged)) return false;
    if (action === 'request_review' || action === 'rerun_review') {
      this.underReview = { verdict: this.verdict, content, before: this.state };
      this.state = 'review_pending';
    }
    if (action === 'start_interview') this.state = 'interviewing';
    if (action === 'approve' || action === 'withdraw_shipment' || action === 'reship') this.state = 'approved_to_ship';
    if (action === 'request_changes') this.state = 'changes_requested';
    if (action === 'reject') this.state = 'rejected';
    if (action === 'submit_shipment') this.state = 'shipment_submitted';
    if (action === 'mark_shipped') this.state = 'shipped';
    return true;
  }

  finishReview(): void {
    const { verdict, content, before } = this.underReview;
    if (verdict !== 'fail') this.judged = content;
    this.state = verdict === 'fail' ? before : verdict === 'recommend' ? 'recommended' : 'changes_requested';
  }
}
