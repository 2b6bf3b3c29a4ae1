import { REVIEW_FAILURES, reviewFailureOf } from './review-failure';

describe('reviewFailureOf', () => {
  it('finds each failure by the text that was stored, and none by another text', () => {
    for (const [failure, text] of Object.entries(REVIEW_FAILURES)) expect(reviewFailureOf(text)).toBe(failure);
    for (const text of [null, '', 'unfinished', 'The reviewer is away.']) expect(reviewFailureOf(text)).toBeNull();
  });
});
