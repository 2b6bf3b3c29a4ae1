import type { StudioFacts } from '@shipyard/ui';
import { type DraftContent, DraftStore } from '../drafts/draft-store';
import { visitorDrafts } from '../drafts/visitor-drafts';
import { element } from '../dom';
import { fill, moment } from '../words';
import { type Control, fillIn, valuesOf } from './form-values';
import { TabDraft, tabId } from './tab-drafts';

const KEEP_AFTER_MS = 300;

const draftsOf = new WeakMap<HTMLFormElement, FormDraft>();

/** Forgets the draft of a form that the server has taken. */
export const forgetDraft = (form: HTMLFormElement): void => draftsOf.get(form)?.forget();

export const draftNameOf = (form: HTMLFormElement): string | null => form.dataset.draft ?? null;

/** A form that the server sent back with errors already holds what was typed. */
const isRefused = (form: HTMLFormElement): boolean => form.querySelector('[aria-invalid], .ui-field-error') !== null;

export function keepFormDrafts(root: ParentNode, facts: StudioFacts): void {
  const drafts = facts.session ? new DraftStore(() => localStorage, facts.session.handle) : visitorDrafts();
  if (!drafts) return;
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const draft = new TabDraft(drafts, draftNameOf(form) ?? '', tabId());
    draftsOf.set(form, new FormDraft(form, draft, facts));
  }
}

class FormDraft {
  private readonly note = element('p', { class: 'ui-draft-note', role: 'status' });
  private readonly rendered: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isForgotten = false;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly draft: TabDraft,
    private readonly facts: StudioFacts,
  ) {
    form.prepend(this.note);
    this.rendered = JSON.stringify(this.values());
    this.restore();
    form.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.keep(), KEEP_AFTER_MS);
    });
    // The page can end before the timer, and a refused form is replaced.
    form.addEventListener('submit', () => this.keepNow());
    addEventListener('pagehide', () => this.keepNow());
    // Back can show this page as it was left, with a form that the server has already taken.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && this.isForgotten) location.reload();
    });
  }

  forget(): void {
    clearTimeout(this.timer);
    this.isForgotten = true;
    this.draft.sent(this.values());
  }

  private restore(): void {
    const draft = isRefused(this.form) ? null : this.draft.read();
    if (!draft || !fillIn(controlsOf(this.form), draft.content)) return;
    if (this.isQuiet) return;
    this.form.closest('details')?.toggleAttribute('open', true);
    const { words, lang } = this.facts;
    const discard = element('button', { class: 'ui-button ui-button-quiet', type: 'button' }, words.discardDraft);
    discard.onclick = () => {
      this.draft.drop();
      this.form.reset();
      this.note.replaceChildren();
    };
    this.note.replaceChildren(fill(words.draftFound, { time: moment(draft.keptAt, lang) }), ' ', discard);
  }

  private keepNow(): void {
    if (this.timer !== undefined) this.keep();
  }

  private keep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isForgotten || !this.form.isConnected) return;
    const values = this.values();
    if (JSON.stringify(values) === this.rendered && !isRefused(this.form)) return this.draft.drop();
    const { words, lang, session } = this.facts;
    const time = new Date();
    const isKept = this.draft.keep(values, time);
    if (this.isQuiet) return;
    const kept = session ? words.draftKept : words.draftKeptInTab;
    this.note.textContent = isKept ? fill(kept, { time: moment(time, lang) }) : words.draftNotKept;
  }

  /** A line about a draft would only be in the way. */
  private get isQuiet(): boolean {
    return this.form.dataset.draftQuiet !== undefined;
  }

  private values(): DraftContent {
    return valuesOf(controlsOf(this.form));
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A second factor. */
const CODE = 'one-time-code';

const isField = (each: Element): each is Field =>
  each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(isField).map((field) => ({
    name: field.name,
    type: field.type,
    isPrivate: field.closest('[data-no-draft]') !== null || field.autocomplete === CODE,
    get value() {
      return field.value;
    },
    set value(value) {
      field.value = value;
    },
    get checked() {
      return 'checked' in field && field.checked;
    },
    set checked(checked) {
      if ('checked' in field) field.checked = checked;
    },
  }));
