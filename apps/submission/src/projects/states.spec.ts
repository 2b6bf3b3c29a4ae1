import { allowedActions, MOVES, PROJECT_STATES } from './states';

describe('the state table', () => {
  it('lets an owner ask for a review of a draft and after requested changes, and nowhere else', () => {
    const open = PROJECT_STATES.filter((state) => allowedActions(state, ['owner']).includes('request_review'));
    expect(open).toEqual(['draft', 'changes_requested']);
  });

  it('gives the worker alone the end of a review', () => {
    expect(allowedActions('review_pending', ['worker'])).toEqual(['recommend', 'decline', 'give_up_review']);
    expect(allowedActions('review_pending', ['owner', 'reviewer', 'fulfilment', 'admin', 'system'])).toEqual([]);
  });

  it('never moves a project to where it is', () => {
    for (const move of Object.values(MOVES)) expect(move.from).not.toContain(move.to);
  });
});
