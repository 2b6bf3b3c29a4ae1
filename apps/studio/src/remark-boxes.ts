import type { StudioFacts } from '@shipyard/ui';
import { isObject } from './drafts/draft-store';

const PREFIX = 'shipyard.done';

/** "Done" beside each remark of a review. The marks are the maker's own notes, and a new review begins without them. */
export function addRemarkBoxes(root: ParentNode, { session }: StudioFacts): void {
  if (!session) return;
  for (const remarks of root.querySelectorAll<HTMLElement>('[data-remarks-of]')) {
    const { remarksOf = '', review = '' } = remarks.dataset;
    const key = `${PREFIX}:${encodeURIComponent(session.handle)}:${remarksOf}`;
    const boxes = [...remarks.querySelectorAll<HTMLInputElement>('input[data-remark]')];
    const done = readDone(key, review);
    for (const box of boxes) {
      box.checked = done.includes(box.dataset.remark ?? '');
      // Also what a browser filled in by itself.
      showDone(box);
      box.closest('label')?.removeAttribute('hidden');
      box.addEventListener('change', () => {
        showDone(box);
        const checked = boxes.filter((each) => each.checked).map((each) => each.dataset.remark ?? '');
        keepDone(key, { review, done: checked });
      });
    }
  }
}

const showDone = (box: HTMLInputElement) =>
  box.closest('.ui-remark')?.classList.toggle('ui-remark-is-done', box.checked);

function readDone(key: string, review: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isObject(kept) || kept.review !== review || !Array.isArray(kept.done)) return [];
    return kept.done.filter((each): each is string => typeof each === 'string');
  } catch {
    // Nothing was kept, or the browser's settings forbid storage.
    return [];
  }
}

function keepDone(key: string, kept: { review: string; done: string[] }): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The browser has no room. The mark is there until the page is left.
  }
}
