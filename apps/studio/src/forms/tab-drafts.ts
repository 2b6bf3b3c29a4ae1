import type { Draft, DraftContent, DraftStore } from '../drafts/draft-store';
import { newId } from '../random-id';

/**
 * The draft of one form in one tab, so that two tabs with the same form do not write over each other:
 * 1. A tab reads its own draft, else the newest one that another tab left.
 * 2. A draft that it took over goes when its own is kept, dropped or sent, unless the other tab wrote on.
 * 3. A tab that is still open keeps its own again.
 */
export class TabDraft {
  private takenOver: { name: string; content: string } | null = null;

  constructor(
    private readonly drafts: DraftStore,
    private readonly formName: string,
    private readonly tab: string,
  ) {}

  read(): Draft | null {
    const own = this.drafts.read(this.ownName);
    if (own) return own;
    const [newest] = this.others().sort((one, other) => other.draft.keptAt.getTime() - one.draft.keptAt.getTime());
    if (!newest) return null;
    this.takenOver = { name: newest.name, content: JSON.stringify(newest.draft.content) };
    return newest.draft;
  }

  /** Returns false if the browser has no room, or keeps nothing. */
  keep(content: DraftContent, now = new Date()): boolean {
    const isKept = this.drafts.write(this.ownName, content, now);
    if (isKept) this.dropTakenOver();
    return isKept;
  }

  drop(): void {
    this.drafts.drop(this.ownName);
    this.dropTakenOver();
  }

  /** Drops each draft with this content, whichever tab left it. */
  sent(content: DraftContent): void {
    this.drop();
    const text = JSON.stringify(content);
    for (const { name, draft } of this.others()) if (JSON.stringify(draft.content) === text) this.drafts.drop(name);
  }

  /** Calls back when another tab took this draft over. Returns what ends that. */
  onTakenOver(keepAgain: () => void): () => void {
    // Logging out drops the drafts of all tabs.
    return this.drafts.onDropped(this.ownName, () => {
      if (this.others().length > 0) keepAgain();
    });
  }

  private dropTakenOver(): void {
    if (!this.takenOver) return;
    const { name, content } = this.takenOver;
    this.takenOver = null;
    if (JSON.stringify(this.drafts.read(name)?.content) === content) this.drafts.drop(name);
  }

  private others(): { name: string; draft: Draft }[] {
    const names = this.drafts.names(`${this.formName}@`).filter((name) => name !== this.ownName);
    return names.flatMap((name) => {
      const draft = this.drafts.read(name);
      return draft ? [{ name, draft }] : [];
    });
  }

  private get ownName(): string {
    return `${this.formName}@${this.tab}`;
  }
}

const TAB = 'shipyard.tab';
let ownId: string | null = null;

/**
 * The id of this tab, which a reload keeps. It stands in the browser's storage only between two pages: a tab that is duplicated
 * gets a copy of that storage, and must not get the id.
 */
export function tabId(): string {
  if (ownId !== null) return ownId;
  const id = takeId() ?? newId();
  ownId = id;
  addEventListener('pagehide', () => leaveId(id));
  addEventListener('pageshow', ({ persisted }) => void (persisted && takeId()));
  return id;
}

function takeId(): string | null {
  try {
    const id = sessionStorage.getItem(TAB);
    sessionStorage.removeItem(TAB);
    return id;
  } catch {
    // The browser's settings forbid storage.
    return null;
  }
}

function leaveId(id: string): void {
  try {
    sessionStorage.setItem(TAB, id);
  } catch {
    // The next page gets a new one.
  }
}
