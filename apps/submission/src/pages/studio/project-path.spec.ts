import { allowedActions, PROJECT_STATES } from '@shipyard/contracts';
import fc from 'fast-check';
import { en } from '../words/en/en';
import { standingOf } from './project-path';

type Situation = Parameters<typeof standingOf>[0];

const situation = fc.record<Situation>({
  state: fc.constantFrom(...PROJECT_STATES),
  missing: fc.subarray<'readme' | 'logs'>(['readme', 'logs']),
  program: fc.record({
    id: fc.constant('program'),
    name: fc.constant('Program'),
    logsRequired: fc.constant(2),
    rubric: fc.constant([]),
    interviewQuestions: fc.constantFrom(0, 5),
    prize: fc.constantFrom(null, { name: 'Kit', isSent: true }, { name: 'Title', isSent: false }),
  }),
  isInterviewDone: fc.boolean(),
  review: fc.constantFrom(null, { status: 'failed' as const }, { status: 'succeeded' as const }),
});

const draft: Situation = {
  state: 'draft',
  missing: [],
  program: {
    id: 'a',
    name: 'A',
    logsRequired: 2,
    rubric: [],
    interviewQuestions: 5,
    prize: { name: 'Kit', isSent: true },
  },
  isInterviewDone: false,
  review: null,
};

describe('the path of a project', () => {
  it('has one step that is now, after those that are passed, until it has ended', () => {
    fc.assert(
      fc.property(situation, (project) => {
        const places = standingOf(project).steps.map(({ place }) => place);
        const nows = places.filter((place) => place === 'now').length;
        expect(nows).toBe(project.state === 'shipped' ? 0 : 1);
        const order = ['passed', 'now', 'to-come'];
        expect(places).toEqual([...places].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
      }),
    );
  });

  it('has an interview only if the program has one', () => {
    fc.assert(
      fc.property(situation, (project) => {
        const { steps, section } = standingOf(project);
        const hasInterview = project.program.interviewQuestions > 0;
        if (!hasInterview) expect(steps.map(({ name }) => name)).not.toContain('interview');
        expect(section === 'interview' && !hasInterview).toBe(false);
      }),
    );
  });

  it.each([
    { isInterviewDone: false, place: undefined },
    { isInterviewDone: true, place: 'passed' },
  ])('says that the interview is passed only if there was one: $isInterviewDone', ({ isInterviewDone, place }) => {
    const { steps } = standingOf({ ...draft, state: 'shipped', isInterviewDone });
    expect(steps.find(({ name }) => name === 'interview')?.place).toBe(place);
  });

  it('says "your turn" only where the owner can do something, in the words too', () => {
    fc.assert(
      fc.property(situation, (project) => {
        const { turn, next } = standingOf(project);
        expect(en.studio.next[next].startsWith('Your turn')).toBe(turn === 'yours');
        if (turn === 'yours') expect(allowedActions(project.state, ['owner'])).not.toEqual([]);
      }),
    );
  });

  it.each<{ now: Partial<Situation>; next: string; section: string }>([
    { now: { missing: ['readme', 'logs'] }, next: 'write_readme', section: 'readme' },
    { now: { missing: ['logs'] }, next: 'write_logs', section: 'logs' },
    { now: {}, next: 'ask_for_review', section: 'review' },
    { now: { review: { status: 'failed' } }, next: 'ask_again', section: 'review' },
    { now: { state: 'review_pending' }, next: 'wait_for_review', section: 'review' },
    { now: { state: 'changes_requested' }, next: 'improve', section: 'review' },
    { now: { state: 'recommended' }, next: 'begin_interview', section: 'interview' },
    { now: { state: 'recommended', isInterviewDone: true }, next: 'begin_interview', section: 'interview' },
    { now: { state: 'interviewing' }, next: 'begin_interview', section: 'interview' },
    { now: { state: 'interviewing', isInterviewDone: true }, next: 'wait_for_decision', section: 'review' },
    { now: { state: 'approved_to_ship' }, next: 'send_address', section: 'shipping' },
    { now: { state: 'shipment_submitted' }, next: 'wait_for_parcel', section: 'shipping' },
    { now: { state: 'shipped' }, next: 'shipped', section: 'shipping' },
    { now: { state: 'rejected' }, next: 'rejected', section: 'review' },
  ])('$now: $next', ({ now, next, section }) => {
    expect(standingOf({ ...draft, ...now })).toMatchObject({ next, section });
  });

  it('waits for a decision where the program has no interview, and for nothing where no parcel is sent', () => {
    const program = { ...draft.program, interviewQuestions: 0, prize: null };
    expect(standingOf({ ...draft, program, state: 'recommended' })).toMatchObject({ next: 'wait_for_decision' });
    expect(standingOf({ ...draft, program, state: 'approved_to_ship' })).toMatchObject({ turn: 'ours' });
  });
});
