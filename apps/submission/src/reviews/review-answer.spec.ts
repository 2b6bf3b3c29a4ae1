import fc from 'fast-check';
import { readReviewAnswer } from './review-answer';

const ANSWER = { summary: 'Good.', highlights: ['a'], public_review: 'Well made.', comments: ['log 1: a'], suggestions: [], recommended: true };

describe('readReviewAnswer', () => {
  it('takes what the schema asks for and drops what it does not know', () => {
    expect(readReviewAnswer(JSON.stringify({ ...ANSWER, extra: 1 }))).toEqual(ANSWER);
  });

  it.each([
    ['no JSON', 'Sure! Here is the review.'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no text', null],
    ['a missing field', JSON.stringify({ ...ANSWER, summary: undefined })],
    ['an empty review', JSON.stringify({ ...ANSWER, public_review: '' })],
    ['a word for a boolean', JSON.stringify({ ...ANSWER, recommended: 'true' })],
    ['a text for a list', JSON.stringify({ ...ANSWER, comments: 'a' })],
    ['numbers in a list', JSON.stringify({ ...ANSWER, comments: [1] })],
    ['NUL', JSON.stringify({ ...ANSWER, suggestions: ['a\0'] })],
    ['far too much', JSON.stringify({ ...ANSWER, summary: 'x'.repeat(20_001) })],
  ])('refuses %s', (_, content) => expect(readReviewAnswer(content)).toBeNull());

  it('answers any JSON with a review or null', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(readReviewAnswer(text)).toBeNull()));
  });
});
