import { KeyPool } from './key-pool';

describe('the keys of a supplier', () => {
  it('take turns', () => {
    const pool = new KeyPool(['a', 'b', 'c']);
    expect([pool.take(0), pool.take(0), pool.take(0), pool.take(0)]).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each([
    [401, 600_000],
    [402, 600_000],
    [429, 30_000],
  ])('rest after %s', (status, restMs) => {
    const pool = new KeyPool(['a', 'b']);
    expect(pool.refused('a', status, undefined, 0)).toBe(true);
    expect([pool.take(restMs - 1), pool.take(restMs - 1), pool.take(restMs)]).toEqual(['b', 'b', 'a']);
  });

  it('rest for as long as the supplier says, within an hour', () => {
    const pool = new KeyPool(['a']);
    pool.refused('a', 429, 2_000, 0);
    expect([pool.isAvailableAt(1_999), pool.availableIn(500), pool.isAvailableAt(2_000)]).toEqual([false, 1_500, true]);
    pool.refused('a', 429, 1e12, 2_000);
    expect([pool.availableIn(2_000), pool.hasRestedAt(3_601_999), pool.hasRestedAt(3_602_000)]).toEqual([
      60_000,
      false,
      true,
    ]);
  });

  it('rest for a second at least, and are used all the same where there is no other', () => {
    const pool = new KeyPool(['a']);
    pool.refused('a', 429, 0, 0);
    expect([pool.hasRestedAt(999), pool.hasRestedAt(1_000), pool.isAvailableAt(0)]).toEqual([false, true, true]);
  });

  it('are not closed by a time that comes with anything but a limit', () => {
    const pool = new KeyPool(['a']);
    pool.refused('a', 401, 3_600_000, 0);
    expect([pool.isAvailableAt(0), pool.hasRestedAt(0)]).toEqual([true, false]);
  });

  it('are used all the same where all of them rest, the one that rests the shortest first', () => {
    const pool = new KeyPool(['a', 'b']);
    pool.refused('a', 401, undefined, 0);
    pool.refused('b', 429, undefined, 0);
    expect([pool.hasRestedAt(0), pool.isAvailableAt(0), pool.take(0), pool.availableIn(0)]).toEqual([
      false,
      true,
      'b',
      0,
    ]);
    pool.refused('b', 429, 60_000, 0);
    expect([pool.take(0), pool.isAvailableAt(0)]).toEqual(['a', true]);
  });

  it('do not rest for what is not about them', () => {
    const pool = new KeyPool(['a']);
    expect([403, 404, 500, undefined].map((status) => pool.refused('a', status, undefined, 0))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(pool.take(0)).toBe('a');
  });

  it('tell of each rest once, and learn of those that other processes met', () => {
    const told: string[] = [];
    const one = new KeyPool(['a', 'b'], ({ secret, restsUntil, closedUntil }) =>
      told.push(`${secret} ${restsUntil} ${closedUntil}`),
    );
    one.refused('a', 429, 5_000, 0);
    one.refused('a', 429, 5_000, 900);
    expect(told).toEqual(['a 5000 5000']);
    one.refused('a', 401, undefined, 1_000);
    expect(told).toEqual(['a 5000 5000', 'a 601000 5900']);
    const heard: string[] = [];
    const other = new KeyPool(['a', 'b'], ({ secret }) => heard.push(secret));
    other.learn([
      { secret: 'a', restsUntil: 5_000, closedUntil: 5_000 },
      { secret: 'gone', restsUntil: 9_000, closedUntil: 0 },
    ]);
    expect([other.take(4_999), other.take(4_999), other.take(5_000)]).toEqual(['b', 'b', 'a']);
    // Known rests shorten nothing, and are not reported again.
    other.learn([{ secret: 'a', restsUntil: 1_000, closedUntil: 0 }]);
    other.refused('a', 429, 1_000, 4_500);
    expect([other.take(4_999), heard]).toEqual(['b', []]);
  });

  it('may be none', () => {
    const pool = new KeyPool([]);
    expect([
      pool.isAvailableAt(0),
      pool.take(0),
      pool.refused(undefined, 401, undefined, 0),
      pool.availableIn(0),
    ]).toEqual([true, undefined, false, 0]);
  });
});
