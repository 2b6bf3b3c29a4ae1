import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ACTIONS, allowedActions, CALLER_ACTIONS, moveOf, MOVES, movesAsMarkdown, PROJECT_STATES } from './lifecycle';

const SERVICE = ['worker', 'system'];

describe('the state table', () => {
  it('equals this copy of every move', () => {
    const table = Object.fromEntries(
      ACTIONS.map((action) => [action, [moveOf(action).by, moveOf(action).from.join(' '), moveOf(action).to]]),
    );
    expect(table).toEqual({
      create: ['owner', '', 'draft'],
      request_review: ['owner', 'draft changes_requested', 'review_pending'],
      rerun_review: ['reviewer', 'recommended changes_requested', 'review_pending'],
      recommend: ['worker', 'review_pending', 'recommended'],
      decline: ['worker', 'review_pending', 'changes_requested'],
      give_up_review: ['worker', 'review_pending', 'before'],
      start_interview: ['owner', 'recommended interviewing', 'interviewing'],
      approve: ['reviewer', 'recommended interviewing', 'approved_to_ship'],
      request_changes: ['reviewer', 'recommended interviewing changes_requested', 'changes_requested'],
      reject: [
        'reviewer',
        'recommended interviewing changes_requested approved_to_ship shipment_submitted',
        'rejected',
      ],
      submit_shipment: ['owner', 'approved_to_ship shipment_submitted', 'shipment_submitted'],
      withdraw_shipment: ['owner', 'shipment_submitted', 'approved_to_ship'],
      expire_shipment: ['system', 'shipment_submitted', 'approved_to_ship'],
      mark_shipped: ['fulfilment', 'shipment_submitted', 'shipped'],
      reship: ['fulfilment', 'shipped', 'approved_to_ship'],
    });
  });

  it('is the table of docs/lifecycle.md, word for word', () => {
    expect(readFileSync(path.join(__dirname, '../../../docs/lifecycle.md'), 'utf8')).toContain(
      `\n${movesAsMarkdown()}\n`,
    );
  });

  it('leaves the end of a review to the worker', () => {
    expect(allowedActions('review_pending', ['worker'])).toEqual(['recommend', 'decline', 'give_up_review']);
    expect(allowedActions('review_pending', ['owner', 'reviewer', 'fulfilment', 'admin', 'system'])).toEqual([]);
  });

  it('has a way into every state, and out of all but one', () => {
    expect(new Set(Object.values(MOVES).map(({ to }) => to))).toEqual(new Set([...PROJECT_STATES, 'before']));
    expect(PROJECT_STATES.filter((state) => ACTIONS.every((action) => !moveOf(action).from.includes(state)))).toEqual([
      'rejected',
    ]);
  });

  it('reserves the decisions of reviewers for the holder of the claim', () => {
    expect(ACTIONS.filter((action) => moveOf(action).decision)).toEqual(
      ACTIONS.filter((action) => moveOf(action).by === 'reviewer'),
    );
  });

  it('offers callers nothing that the service does by itself', () => {
    expect(ACTIONS.filter((action) => !CALLER_ACTIONS.includes(action))).toEqual(
      ACTIONS.filter((action) => SERVICE.includes(moveOf(action).by)),
    );
  });
});
