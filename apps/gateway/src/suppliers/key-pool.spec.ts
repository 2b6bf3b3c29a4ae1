import { KeyPool } from './key-pool';

describe('KeyPool', () => {
  it('uses its keys in turn', () => {
    const pool = new KeyPool(['a', 'b', 'c']);
    expect([pool.take(0), pool.take(0), pool.take(0), pool.take(0)]).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each([
    { status: 401, restMs: 600_000 },
    { status: 402, restMs: 600_000 },
    { status: 429, restMs: 30_000 },
  ])('lets a key rest for $restMs ms after $status', ({ status, restMs }) => {
    const pool = new KeyPool(['a', 'b']);
    expect(pool.recordRefusal('a', status, undefined, 0)).toBe(true);
    expect([pool.take(restMs - 1), pool.take(restMs - 1), pool.take(restMs)]).toEqual(['b', 'b', 'a']);
  });

  it('lets a key rest for the time that the supplier names, at most an hour', () => {
    const pool = new KeyPool(['a']);
    pool.recordRefusal('a', 429, 2_000, 0);
    expect([pool.isAvailableAt(1_999), pool.availableIn(500), pool.isAvailableAt(2_000)]).toEqual([false, 1_500, true]);
    pool.recordRefusal('a', 429, 1e12, 2_000);
    expect([pool.availableIn(2_000), pool.hasRestedKeyAt(3_601_999), pool.hasRestedKeyAt(3_602_000)]).toEqual([
      60_000,
      false,
      true,
    ]);
  });

  it('lets a key rest for at least a second, and uses it meanwhile if there is no other', () => {
    const pool = new KeyPool(['a']);
    pool.recordRefusal('a', 429, 0, 0);
    expect([pool.hasRestedKeyAt(999), pool.hasRestedKeyAt(1_000), pool.isAvailableAt(0)]).toEqual([false, true, true]);
  });

  it('does not block a key for the time in a 401', () => {
    const pool = new KeyPool(['a']);
    pool.recordRefusal('a', 401, 3_600_000, 0);
    expect([pool.isAvailableAt(0), pool.hasRestedKeyAt(0)]).toEqual([true, false]);
  });

  it('uses the key whose rest ends first if all keys rest', () => {
    const pool = new KeyPool(['a', 'b']);
    pool.recordRefusal('a', 401, undefined, 0);
    pool.recordRefusal('b', 429, undefined, 0);
    expect([pool.hasRestedKeyAt(0), pool.isAvailableAt(0), pool.take(0), pool.availableIn(0)]).toEqual([
      false,
      true,
      'b',
      0,
    ]);
    pool.recordRefusal('b', 429, 60_000, 0);
    expect([pool.take(0), pool.isAvailableAt(0)]).toEqual(['a', true]);
  });

  it('lets no key rest after a status that is not about the key', () => {
    const pool = new KeyPool(['a']);
    expect([403, 404, 500, undefined].map((status) => pool.recordRefusal('a', status, undefined, 0))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(pool.take(0)).toBe('a');
  });

  it('reports each rest once, and takes over rests from other processes', () => {
    const told: string[] = [];
    const one = new KeyPool(['a', 'b'], ({ secret, restsUntil, blockedUntil }) =>
      told.push(`${secret} ${restsUntil} ${blockedUntil}`),
    );
    one.recordRefusal('a', 429, 5_000, 0);
    one.recordRefusal('a', 429, 5_000, 900);
    expect(told).toEqual(['a 5000 5000']);
    one.recordRefusal('a', 401, undefined, 1_000);
    expect(told).toEqual(['a 5000 5000', 'a 601000 5900']);
    const heard: string[] = [];
    const other = new KeyPool(['a', 'b'], ({ secret }) => heard.push(secret));
    other.mergeRests([
      { secret: 'a', restsUntil: 5_000, blockedUntil: 5_000 },
      { secret: 'gone', restsUntil: 9_000, blockedUntil: 0 },
    ]);
    expect([other.take(4_999), other.take(4_999), other.take(5_000)]).toEqual(['b', 'b', 'a']);
    // Known rests shorten nothing, and are not reported again.
    other.mergeRests([{ secret: 'a', restsUntil: 1_000, blockedUntil: 0 }]);
    other.recordRefusal('a', 429, 1_000, 4_500);
    expect([other.take(4_999), heard]).toEqual(['b', []]);
  });

  it('is available without keys', () => {
    const pool = new KeyPool([]);
    expect([
      pool.isAvailableAt(0),
      pool.take(0),
      pool.recordRefusal(undefined, 401, undefined, 0),
      pool.availableIn(0),
    ]).toEqual([true, undefined, false, 0]);
  });
});
