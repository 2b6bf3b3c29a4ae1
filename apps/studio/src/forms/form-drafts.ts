import type { StudioFacts } from '@shipyard/ui';
import { DraftStore } from '../drafts/draft-store';
import { element } from '../dom';
import { fill, moment } from '../words';
import { type Control, fillIn, valuesOf } from './form-values';

const KEEP_AFTER_MS = 300;

export const draftNameOf = (form: HTMLFormElement): string | null => form.dataset.draft ?? null;

export const isRefused = (form: HTMLFormElement): boolean =>
  form.querySelector('[aria-invalid]') !== null || document.querySelector('#main .ui-summary') !== null;

/** A form that the server sent back with errors already holds what was typed. */
export function keepFormDrafts(root: ParentNode, facts: StudioFacts): void {
  if (!facts.session) return;
  const drafts = new DraftStore(localStorage, facts.session.handle);
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-draft]')) keepDraft(form, drafts, facts);
}

function keepDraft(form: HTMLFormElement, drafts: DraftStore, { words, lang }: StudioFacts): void {
  const name = draftNameOf(form);
  if (name === null) return;
  const note = element('p', { class: 'ui-draft-note', role: 'status' });
  form.prepend(note);
  const rendered = JSON.stringify(valuesOf(controlsOf(form)));
  const draft = isRefused(form) ? null : drafts.read(name);
  if (draft && fillIn(controlsOf(form), draft.content)) {
    const discard = element('button', { class: 'ui-button ui-button-quiet', type: 'button' }, words.discardDraft);
    discard.onclick = () => {
      drafts.drop(name);
      form.reset();
      note.replaceChildren();
    };
    note.replaceChildren(fill(words.draftFound, { time: moment(draft.keptAt, lang) }), ' ', discard);
  }
  const keep = () => {
    if (!form.isConnected) return;
    const values = valuesOf(controlsOf(form));
    if (JSON.stringify(values) === rendered && !isRefused(form)) return drafts.drop(name);
    const time = new Date();
    const isKept = drafts.write(name, values, time);
    note.textContent = isKept ? fill(words.draftKept, { time: moment(time, lang) }) : words.draftNotKept;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_AFTER_MS);
  });
  // A page can end before the timer.
  addEventListener('pagehide', () => {
    clearTimeout(timer);
    if (timer !== undefined && form.dataset.isSent === undefined) keep();
  });
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (each: Element): each is Field =>
  each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(isField).map((field) => ({
    name: field.name,
    type: field.type,
    isPrivate: field.closest('[data-no-draft]') !== null,
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
