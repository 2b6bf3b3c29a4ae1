import { missingForReview, nextSteps } from './project-facts';

type Status = Parameters<typeof nextSteps>[0];

const stepsAt = (facts: { state: Status['state']; missing?: Status['missing']; allowed?: Status['allowed'] }) =>
  nextSteps(
    { missing: [], allowed: [], project: { slug: 'garden' }, ...facts } as unknown as Status,
    'https://build.example',
  ).join(' ');

describe('what comes next', () => {
  it('names what is missing while a review can be requested, and nothing after it', () => {
    expect(missingForReview({ state: 'draft', missing: ['readme', 'logs'] })).toEqual([
      'Missing for a review: a README, logs.',
    ]);
    expect(missingForReview({ state: 'shipped', missing: ['logs'] })).toEqual([]);
  });

  it.each([
    { state: 'draft', missing: ['readme', 'logs'], says: 'update_readme' },
    { state: 'draft', missing: ['logs'], says: 'append_log' },
    { state: 'changes_requested', missing: [], says: 'request_review' },
    { state: 'review_pending', missing: [], says: 'get_review' },
    { state: 'rejected', missing: [], says: 'https://build.example/studio/projects/garden' },
  ] as const)('$state, $missing: $says', ({ state, missing, says }) => {
    expect(stepsAt({ state, missing: [...missing] })).toContain(says);
  });

  it.each([
    { state: 'recommended', allowed: ['start_interview'] },
    { state: 'interviewing', allowed: [] },
    { state: 'approved_to_ship', allowed: [] },
    { state: 'shipment_submitted', allowed: [] },
  ] as const)('leaves $state to the person, in the studio, and names no tool', ({ state, allowed }) => {
    const steps = stepsAt({ state, allowed: [...allowed] });
    expect(steps).toContain('https://build.example/studio/projects/garden');
    expect(steps).not.toMatch(/_(?:review|log|readme|project)/);
  });
});
