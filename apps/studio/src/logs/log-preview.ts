import { LOG_WORDS_ID, type LogWords, type StudioFacts } from '@shipyard/ui';
import { element } from '../dom';
import { readBlock } from '../facts';
import { openElsewhere } from '../open-elsewhere';
import { signInAgain } from '../session/sign-in-dialog';
import { captionOf } from './captions';
import { photoImage, photosOf } from './log-photos';

const FIELDS = ['csrf_token', 'form_key', 'title', 'text'];
const PHOTOS_IN_A_ROW = 3;

export function addLogPreviews(root: ParentNode, facts: StudioFacts): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-preview]')) {
    const text = form.querySelector<HTMLTextAreaElement>('textarea[name=text]');
    const words = readBlock<LogWords>(LOG_WORDS_ID);
    if (text && words) new LogPreview(form, text, words, facts);
  }
}

type Pane = 'write' | 'see';

/** Shows the text, or what visitors will see of it. */
class LogPreview {
  private readonly panel = element('div', { class: 'ui-log-panel', hidden: true, 'aria-live': 'polite' });
  private readonly buttons: Record<Pane, HTMLButtonElement>;
  private asked = 0;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly text: HTMLTextAreaElement,
    private readonly words: LogWords,
    private readonly facts: StudioFacts,
  ) {
    form.querySelector('[data-preview-button]')?.remove();
    this.buttons = { write: this.button('write'), see: this.button('see') };
    const panes = element(
      'div',
      { class: 'ui-panes-switch ui-log-switch ui-screen-only', role: 'group', 'aria-label': this.label },
      this.buttons.write,
      this.buttons.see,
    );
    this.field?.before(panes);
    this.field?.after(this.panel);
    this.panel.onclick = (event) => this.onClick(event);
    // What is wrong with the text is said beside it.
    form.addEventListener('submit', () => this.open('write'));
  }

  private button(pane: Pane): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'ui-button ui-button-secondary' }, this.words[pane]);
    button.setAttribute('aria-pressed', String(pane === 'write'));
    button.onclick = () => this.open(pane);
    return button;
  }

  private open(pane: Pane): void {
    for (const [name, button] of Object.entries(this.buttons))
      button.setAttribute('aria-pressed', String(name === pane));
    if (this.field) this.field.hidden = pane === 'see';
    this.panel.hidden = pane === 'write';
    this.asked += 1;
    if (pane === 'see') void this.see(this.asked);
  }

  private async see(asked: number): Promise<void> {
    this.panel.replaceChildren(this.note(this.words.making));
    const shown = await this.preview().catch(() => this.note(this.unreached()));
    // Something else was asked for meanwhile.
    if (asked !== this.asked) return;
    this.panel.replaceChildren(shown ?? this.note(this.words.previewFailed));
  }

  private note(text: string): HTMLElement {
    return element('p', { class: 'ui-preview-note' }, text);
  }

  /** In the words of a form that could not be sent. */
  private unreached(): string {
    const { words } = this.facts;
    return navigator.onLine ? words.unreachable : words.offlineAction;
  }

  /** What the service answers, or null. A refusal says what is wrong. */
  private async preview(): Promise<Element | null> {
    const { elements, dataset } = this.form;
    const fields = new FormData();
    for (const name of FIELDS) {
      const field = elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) fields.set(name, field.value);
    }
    const headers = { accept: 'text/html' };
    const response = await fetch(dataset.preview ?? '', { method: 'POST', headers, body: fields });
    if (response.status === 401) return (await signInAgain(this.facts)) ? this.preview() : null;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const seen = page.querySelector('[data-log-preview]');
    seen?.querySelector('.ui-log-seen')?.append(...this.photos());
    return seen ?? page.querySelector('.ui-summary');
  }

  /** As they will stand below the text. */
  private photos(): HTMLElement[] {
    const photos = photosOf(this.form);
    if (photos.length === 0) return [];
    const items = photos.map((photo) =>
      element('li', { class: 'ui-photo' }, photoImage(photo, captionOf(photo) || photo.name)),
    );
    return [element('ul', { class: `ui-photos ui-photos-${Math.min(photos.length, PHOTOS_IN_A_ROW)}` }, ...items)];
  }

  /** A link of a refusal leads to the field. */
  private onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element) || !event.target.closest('.ui-summary a')) return openElsewhere(event);
    event.preventDefault();
    this.open('write');
    this.text.focus();
  }

  private get field(): HTMLElement | null {
    return this.text.closest<HTMLElement>('.ui-field');
  }

  private get label(): string {
    return this.field?.querySelector('label')?.textContent ?? '';
  }
}
