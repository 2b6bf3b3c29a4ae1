import type { DraftStore } from '../drafts/draft-store';
import { KEYS_FIELD, keysIn } from '../drafts/kept-photos';
import { TabDraft, tabId } from '../forms/tab-drafts';
import type { KeyOfPicture } from './held-pictures';

interface ReadmeDraftContent {
  text: string;
  /** The version that was edited. */
  base: string | null;
  pictures: readonly KeyOfPicture[];
}

/** What one tab has of a README and the service does not: its text, and the keys of its pictures. */
export class ReadmeDraft {
  private readonly draft: TabDraft;

  constructor(drafts: DraftStore, name: string) {
    this.draft = new TabDraft(drafts, name, tabId());
  }

  read(): ReadmeDraftContent | null {
    const content = this.draft.read()?.content;
    if (!content || typeof content.text !== 'string') return null;
    const { text, base, paths, [KEYS_FIELD]: keys } = content;
    const listed = typeof keys === 'string' ? keysIn(keys) : [];
    const pictures = listed.flatMap((key, at) => {
      const path: unknown = Array.isArray(paths) ? paths[at] : undefined;
      return typeof path === 'string' ? { path, key } : [];
    });
    return { text, base: typeof base === 'string' ? base : null, pictures };
  }

  /** Returns false if the browser has no room, or keeps nothing. */
  keep({ text, base, pictures }: ReadmeDraftContent, now: Date): boolean {
    const keys = pictures.map(({ key }) => key).join(' ');
    return this.draft.keep({ text, base, [KEYS_FIELD]: keys, paths: pictures.map(({ path }) => path) }, now);
  }

  drop(): void {
    this.draft.drop();
  }

  /** Calls back when another tab writes on what this one wrote. Returns what ends that. */
  onTakenOver(keepAgain: () => void): () => void {
    return this.draft.onTakenOver(keepAgain);
  }
}
