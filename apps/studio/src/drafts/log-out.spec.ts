import { clearDraftsOfOthers } from './log-out';
import { DraftStore } from './draft-store';
import { MemoryStorage } from './memory-storage';

const FACTS: Parameters<typeof clearDraftsOfOthers>[0] = { session: { handle: 'noor', csrfToken: '' } };

describe('the drafts of whoever was here before', () => {
  it('are gone once somebody else is logged in', () => {
    const storage = new MemoryStorage();
    for (const handle of ['noor', 'ada']) new DraftStore(() => storage, handle).write('log:boat', { text: handle });
    clearDraftsOfOthers(FACTS, () => storage);
    expect(new DraftStore(() => storage, 'noor').names()).toEqual(['log:boat']);
    expect(new DraftStore(() => storage, 'ada').names()).toEqual([]);
  });

  it('are none where the browser forbids storage, and the page goes on', () => {
    const forbid = () => {
      throw new DOMException('no', 'SecurityError');
    };
    expect(() => clearDraftsOfOthers(FACTS, forbid)).not.toThrow();
  });
});
