import fc from 'fast-check';
import { logTime, repeatedSequences } from './log-rules';

const sequence = fc.integer({ min: 1, max: 40 });

describe('logTime', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const dayAhead = now.getTime() + 24 * 60 * 60_000;

  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [1_767_225_600, '2026-01-01T00:00:00.000Z'],
    [1_767_225_600_123, '2026-01-01T00:00:00.123Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
    [dayAhead, '2026-01-03T03:04:05.678Z'],
  ])('turns %s into %s', (createdAt, expected) => {
    expect(logTime(createdAt, now)?.toISOString()).toBe(expected);
  });

  it.each([dayAhead + 1, 99_999_999_999, Number.MAX_SAFE_INTEGER])('refuses %s as too far ahead', (createdAt) => {
    expect(logTime(createdAt, now)).toBeNull();
  });
});

describe('repeatedSequences', () => {
  it('returns sequences that occur twice', () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 20 }), (list) => {
        const repeated = repeatedSequences(list);
        expect(new Set(repeated)).toEqual(
          new Set(list.filter((each) => list.indexOf(each) !== list.lastIndexOf(each))),
        );
        expect(new Set(repeated).size).toBe(repeated.length);
      }),
    );
  });
});
