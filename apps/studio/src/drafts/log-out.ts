import type { StudioFacts } from '@shipyard/ui';
import { type DraftStorage, DraftStore } from './draft-store';
import { PictureDrafts } from './picture-drafts';
import { visitorDrafts } from './visitor-drafts';

/** Whoever was here before did not log out, or their session ended. */
export function clearDraftsOfOthers(
  { session }: Pick<StudioFacts, 'session'>,
  open: () => DraftStorage = () => localStorage,
): void {
  if (!session) return;
  new DraftStore(open, session.handle).clearOthers();
  void new PictureDrafts(session.handle).clearOthers();
}

/** Another person at the same computer must not find what this one wrote. */
export function clearDraftsOnLogOut(root: ParentNode, { session }: StudioFacts): void {
  if (!session) return;
  for (const form of root.querySelectorAll<HTMLFormElement>('form[action="/logout"]')) {
    form.addEventListener('submit', () => {
      new DraftStore(() => localStorage, session.handle).clear();
      visitorDrafts()?.clear();
      void new PictureDrafts(session.handle).clear();
    });
  }
}
