import type { Draft, DraftContent, DraftStore } from '../drafts/draft-store';

/**
 * The draft of one form in one tab, so that two tabs with the same form do not write over each other:
 * 1. A tab reads its own draft, else the newest one that another tab left.
 * 2. A draft that it took over goes when its own is kept, dropped or sent, unless the other tab wrote on.
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
let unkept: string | null = null;

/** The id of this tab, which a reload keeps. */
export function tabId(): string {
  try {
    const kept = sessionStorage.getItem(TAB);
    if (kept !== null) return kept;
    sessionStorage.setItem(TAB, newId());
    return sessionStorage.getItem(TAB) ?? newId();
  } catch {
    // The browser's settings forbid storage.
    return (unkept ??= newId());
  }
}

/** `crypto.randomUUID` is missing without https. */
const newId = () => Math.random().toString(36).slice(2, 12);
