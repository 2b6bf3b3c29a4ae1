import { type AskedRow, placeAnswer } from './answer-place';

const row = (index: number, answer: string | null, hasKey = false): AskedRow => ({ index, answer, hasKey });
const asked = [row(1, 'one'), row(2, 'two'), row(3, null)];
const done = [row(1, 'one'), row(2, 'two')];

describe('an answer', () => {
  it.each([
    ['without an index goes to the open question', asked, undefined, 'new', { kind: 'store', index: 3 }],
    ['with the index of the open question is stored', asked, 3, 'new', { kind: 'store', index: 3 }],
    ['that was given is replayed for its index', asked, 1, 'one', { kind: 'replay', index: 1 }],
    ['of other words does not replace one', asked, 2, 'other', { kind: 'conflict', open: 3 }],
    ['to a question that was not asked conflicts', asked, 4, 'new', { kind: 'conflict', open: 3 }],
    [
      'of the same words without an index goes to the open question',
      asked,
      undefined,
      'two',
      { kind: 'store', index: 3 },
    ],
    ['after the end conflicts', done, undefined, 'new', { kind: 'conflict', open: null }],
    ['with the next index after the end conflicts', done, 3, 'new', { kind: 'conflict', open: null }],
    ['that was given is replayed after the end', done, 2, 'two', { kind: 'replay', index: 2 }],
    [
      'with a known Idempotency-Key is replayed',
      [row(1, 'one', true), row(2, null)],
      undefined,
      'one',
      { kind: 'replay', index: 1 },
    ],
  ] as const)('%s', (_, rows, index, answer, place) => {
    expect(placeAnswer(rows, { answer, index })).toEqual(place);
  });
});
