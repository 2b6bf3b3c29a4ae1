import 'reflect-metadata';
import fc from 'fast-check';
import { readDigestsAnswer, readReviewAnswer, type ReviewGround } from './review-answer';

const GROUND: ReviewGround = {
  sections: [
    { title: 'Kiln', headingId: 'user-content-kiln' },
    { title: 'How it "works"', headingId: 'user-content-how-it-works' },
  ],
  sequences: new Set([1, 3]),
  rubric: [{ id: 'fun', label: 'Is it fun?' }],
  earlier: 0,
};
const ANSWER = {
  summary: 'Good.',
  highlights: ['a'],
  public_review: 'Well made.',
  comments: [{ cites: 'log 1', text: 'a' }],
  suggestions: [],
  scores: [{ id: 'fun', score: 7, reason: 'It is.' }],
  recommended: true,
  reasons: ['b'],
  instructions: [],
};
const read = (changes: object) => readReviewAnswer(JSON.stringify({ ...ANSWER, ...changes }), GROUND);

describe('readReviewAnswer', () => {
  it('accepts what the schema requires, and drops unknown fields', () => {
    expect(read({ extra: 1 })).toEqual({
      summary: 'Good.',
      highlights: ['a'],
      publicReview: 'Well made.',
      comments: [{ text: 'log 1: a', place: { headingId: null, log: 1 } }],
      suggestions: [],
      scores: ANSWER.scores,
      recommended: true,
      reasons: ['b'],
      reported: [],
      earlier: [],
    });
  });

  it('takes a verdict on each earlier remark by its number, and needs none', () => {
    const earlierOf = (answered: unknown) =>
      readReviewAnswer(JSON.stringify({ ...ANSWER, earlier_remarks: answered }), { ...GROUND, earlier: 3 })?.earlier;
    const NOTHING = [null, null, null];
    for (const nonsense of [undefined, null, 'met', 7, {}, [], [null, 'met', [1]], [{ number: '1', verdict: 'met' }]])
      expect(earlierOf(nonsense)).toEqual(NOTHING);
    expect(
      earlierOf([
        { number: 3, verdict: 'partly', reason: 'Half **of it**.' },
        { number: 1, verdict: 'splendid', reason: 'a' },
        { number: 2, verdict: 'not_met' },
        { number: 2, verdict: 'met', reason: 'Later.' },
        { number: 4, verdict: 'met', reason: 'There is no fourth.' },
      ]),
    ).toEqual([null, { verdict: 'not_met', reason: '' }, { verdict: 'partly', reason: 'Half **of it**.' }]);
  });

  it.each([
    ['no JSON', 'Sure! Here is the review.'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no text', null],
    ['a missing field', JSON.stringify({ ...ANSWER, summary: undefined })],
    ['an empty review', JSON.stringify({ ...ANSWER, public_review: '' })],
    ['a review of nothing that can be shown', JSON.stringify({ ...ANSWER, public_review: '<img src=x>\u200B' })],
    ['a word for a boolean', JSON.stringify({ ...ANSWER, recommended: 'true' })],
    ['a text for a list', JSON.stringify({ ...ANSWER, comments: 'a' })],
    ['texts for remarks', JSON.stringify({ ...ANSWER, comments: ['log 1: a'] })],
    ['an item of the rubric without its score', JSON.stringify({ ...ANSWER, scores: [] })],
    ['a score out of range', JSON.stringify({ ...ANSWER, scores: [{ id: 'fun', score: 11, reason: '' }] })],
    ['far too much', JSON.stringify({ ...ANSWER, summary: 'x'.repeat(20_001) })],
  ])('refuses %s', (_, content) => expect(readReviewAnswer(content, GROUND)).toBeNull());

  it.each([
    ['log 3', 'log 3: x', null, 3],
    ['Log #3', 'log 3: x', null, 3],
    ['How it "works"', 'README section "How it "works"": x', 'user-content-how-it-works', null],
    ['## kiln', 'README section "Kiln": x', 'user-content-kiln', null],
    ['README section "Kiln"', 'README section "Kiln": x', 'user-content-kiln', null],
    ['Introduction', 'README section "Introduction": x', null, null],
  ])('places a remark that cites %j at %j', (cites, text, headingId, log) => {
    const shown = [{ text, place: { headingId, log } }];
    expect(read({ comments: [{ cites, text: 'x' }], suggestions: [{ cites, text: 'x' }] })).toMatchObject({
      comments: shown,
      suggestions: shown,
    });
  });

  it.each(['log 2', 'Roadmap', '', 'README', 'user-content-kiln'])('drops a remark that cites %j', (cites) => {
    expect(read({ comments: [{ cites, text: 'x' }], suggestions: [{ cites, text: 'x' }] })).toMatchObject({
      comments: [],
      suggestions: [],
    });
  });

  it('keeps each score of the rubric once, and no others', () => {
    const scores = [{ id: 'style', score: 1, reason: '' }, ...ANSWER.scores, { id: 'fun', score: 1, reason: '' }];
    expect(read({ scores })?.scores).toEqual(ANSWER.scores);
  });

  it('keeps plain text only', () => {
    const evil = '<b>Good</b> ![x](https://evil.example/x) https://evil.example';
    const plain = 'Good x ‹link removed›';
    expect(
      read({
        summary: evil,
        public_review: evil,
        highlights: [evil],
        reasons: [evil],
        comments: [{ cites: 'log 1', text: evil }],
      }),
    ).toMatchObject({
      summary: plain,
      publicReview: plain,
      highlights: [plain],
      reasons: [plain],
      comments: [{ text: `log 1: ${plain}` }],
    });
  });

  it('returns a review or null for any JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(readReviewAnswer(text, GROUND)).toBeNull()));
  });
});

describe('readDigestsAnswer', () => {
  it('returns the digests by log', () => {
    expect(readDigestsAnswer('{"digests":[{"log":3,"digest":"<i>c</i>"}]}')).toEqual(new Map([[3, 'c']]));
    for (const content of ['{}', '[]', 'no', undefined, '{"digests":[{"log":"3","digest":"c"}]}'])
      expect(readDigestsAnswer(content)).toBeNull();
  });
});
