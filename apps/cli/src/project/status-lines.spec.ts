import { nextSteps, stepsAfterReview, type StatusView } from './status-lines';
import { en } from '../words/en';

const statusOf = (fields: object) => ({ missing: [], allowed: [], review: null, ...fields }) as unknown as StatusView;

describe('the next steps', () => {
  it('send nobody to begin an interview again whose answers may all be given', () => {
    const allowed = ['start_interview'];
    expect(nextSteps(statusOf({ state: 'recommended', allowed }), en)).toEqual([en.next.interview]);
    expect(nextSteps(statusOf({ state: 'interviewing', allowed }), en)).toEqual([en.next.interviewing]);
  });

  it('say after an address that the parcel is awaited', () => {
    const allowed = ['submit_shipment'];
    expect(nextSteps(statusOf({ state: 'shipment_submitted', allowed }), en)).toEqual([en.next.parcel]);
  });

  it('follow a review that was read, and do not say to read it', () => {
    const review = { status: 'succeeded' };
    const allowed = ['request_review'];
    expect(stepsAfterReview(statusOf({ state: 'changes_requested', allowed, review }), en)).toEqual([en.next.again]);
    expect(stepsAfterReview(statusOf({ state: 'draft', allowed }), en)).toEqual([]);
  });
});
