import { type DraftStorage, DraftStore } from './draft-store';

/** No handle is empty. */
const NOBODY = '';

/** A browser that opens a closed tab again brings its storage back. */
const VISIT_MS = 60 * 60 * 1000;

/**
 * What visitors type before they log in. Others may use the same computer, so a tab keeps it for an hour at most. Null if
 * the browser's settings forbid storage.
 */
export function visitorDrafts(open: () => DraftStorage = () => sessionStorage, now = new Date()): DraftStore | null {
  try {
    const storage = open();
    const drafts = new DraftStore(() => storage, NOBODY);
    for (const name of drafts.names()) {
      const draft = drafts.read(name);
      if (!draft || now.getTime() - draft.keptAt.getTime() >= VISIT_MS) drafts.drop(name);
    }
    return drafts;
  } catch {
    return null;
  }
}
