import { DraftStore } from './draft-store';
import { MemoryStorage } from './memory-storage';
import { visitorDrafts } from './visitor-drafts';

const KEPT = new Date('2026-11-23T12:00:00.000Z');

describe('drafts of a visitor who is signed out', () => {
  it.each([
    { minutes: 59, isThere: true },
    { minutes: 60, isThere: false },
  ])('are there after $minutes minutes: $isThere', ({ minutes, isThere }) => {
    const storage = new MemoryStorage();
    visitorDrafts(() => storage, KEPT)?.write('join@tab', { email: 'noor@example.com' }, KEPT);
    const later = visitorDrafts(() => storage, new Date(KEPT.getTime() + minutes * 60_000));
    expect(later?.names()).toEqual(isThere ? ['join@tab'] : []);
    expect(storage.items.size).toBe(isThere ? 1 : 0);
  });

  it('are of no account', () => {
    const storage = new MemoryStorage();
    new DraftStore(() => storage, 'noor').write('report:boat@tab', { reason: 'a' }, KEPT);
    expect(visitorDrafts(() => storage, KEPT)?.names()).toEqual([]);
  });

  it('are none where the browser forbids storage', () => {
    const forbid = () => {
      throw new DOMException('no', 'SecurityError');
    };
    expect(visitorDrafts(forbid)).toBeNull();
  });
});
