import { SlowDocuments } from './slow-documents';

const MINUTE_MS = 60_000;

describe('a document that was too slow', () => {
  it('is retried three times with growing delays', () => {
    const slow = new SlowDocuments();
    let now = 1_000;
    for (const waitMs of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]) {
      expect(slow.putOff('a', now)).toBe(true);
      expect([slow.isDue('a', now + waitMs - 1), slow.isDue('a', now + waitMs), slow.isDue('b', now)]).toEqual([
        false,
        true,
        true,
      ]);
      now += waitMs;
    }
    expect(slow.putOff('a', now)).toBe(false);
  });

  it('starts again with no retries used after it was rendered', () => {
    const slow = new SlowDocuments();
    slow.putOff('a', 0);
    slow.remove('a');
    expect(slow.isDue('a', 0)).toBe(true);
  });
});
