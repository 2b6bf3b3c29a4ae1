import type { StudioFacts } from '@shipyard/ui';
import { element } from '../dom';
import { keepTrying } from '../session/keep-trying';
import { sendWithProgress } from '../session/send-with-progress';
import { signInAgain } from '../session/sign-in-dialog';
import { fill } from '../words';
import { showFieldError, textFieldsOf } from './field-errors';
import { draftNameOf, forgetDraft } from './form-drafts';

/** A form with this field is taken once, however often it is sent. */
const KEY_FIELD = 'form_key';
const SIGN_IN_PATH = '/login';
const TOO_LARGE = 413;

/** Sends each form once, in the background, so that a lost connection or session loses nothing that was typed. */
export function sendFormsOnce(root: ParentNode, facts: StudioFacts, enhance: (root: ParentNode) => void): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method=post]:not([data-plain])')) {
    const sending = new FormSending(form, facts, enhance);
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      void sending.send(event.submitter);
    });
  }
}

class FormSending {
  private isBusy = false;
  private readonly progress = element('span', { class: 'ui-sending' });

  constructor(
    private readonly form: HTMLFormElement,
    private readonly facts: StudioFacts,
    private readonly enhance: (root: ParentNode) => void,
  ) {}

  async send(submitter: HTMLElement | null): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const ready = setBusy(submitter, this.progress);
    this.showProblem(null);
    try {
      await this.sendUntilSignedIn(submitter);
    } catch {
      this.showProblem(navigator.onLine ? this.facts.words.unreachable : this.facts.words.offlineAction);
    } finally {
      this.isBusy = false;
      ready();
    }
  }

  private async sendUntilSignedIn(submitter: HTMLElement | null): Promise<void> {
    const response = await request(this.form, submitter, (percent) => this.showProgress(percent));
    if (this.facts.session === null) return this.show(response, submitter);
    if (response.status !== 401 && !(response.redirected && pathOf(response) === SIGN_IN_PATH))
      return this.show(response, submitter);
    if (await signInAgain(this.facts)) await this.sendUntilSignedIn(submitter);
  }

  private async show(response: Response, submitter: HTMLElement | null): Promise<void> {
    const { words } = this.facts;
    if (response.status >= 500 || response.status === 429) {
      const id = response.headers.get('x-request-id') ?? '';
      const seconds = response.headers.get('retry-after') ?? '60';
      const problem = response.status === 429 ? fill(words.tooFast, { seconds }) : words.broken;
      return this.showProblem(problem, response.status === 429 ? undefined : id);
    }
    if (response.ok && !this.keepsDraft(submitter)) {
      forgetDraft(this.form);
      // Else Back fills in again what has been sent: browsers remember the fields of a page.
      this.form.reset();
    }
    if (response.redirected) return location.assign(response.url);
    this.showPage(new DOMParser().parseFromString(await response.text(), 'text/html'), response);
    // Its links to the page of the form must load that page.
    if (response.ok) history.replaceState(null, '', response.url);
  }

  /** A preview stores nothing. */
  private keepsDraft(submitter: HTMLElement | null): boolean {
    return submitter instanceof HTMLButtonElement && submitter.value === this.form.dataset.draftKeptBy;
  }

  /** A refused form comes back with its errors, and the page of a success may have no URL of its own. */
  private showPage(page: Document, response: Response): void {
    const [now, next] = [document.getElementById('main'), page.getElementById('main')];
    if (!now || !next) return location.reload();
    if (next.querySelector('[data-error-page]') && this.holdsText()) {
      if (response.status === TOO_LARGE) return this.showTooLarge();
      return this.showProblem(textOf(next), response.headers.get('x-request-id'));
    }
    if (next.querySelector('[data-forget-form]')) forgetDraft(this.form);
    this.handOnDraft(next);
    document.title = page.title;
    now.replaceWith(next);
    showHeaderOfNobody(page);
    this.enhance(next);
    const summary = next.querySelector<HTMLElement>('.ui-summary, .ui-refusal');
    const heading = next.querySelector<HTMLElement>('h1');
    if (!summary) heading?.setAttribute('tabindex', '-1');
    (summary ?? heading)?.focus();
    scrollTo(0, 0);
    summary?.scrollIntoView({ block: 'nearest' });
  }

  /** The page after another log-in shows what was typed in a form that knows no draft. */
  private handOnDraft(next: HTMLElement): void {
    const name = draftNameOf(this.form);
    if (name === null || next.querySelector(`form[data-draft="${name}"]`)) return;
    const kept = next.querySelector<HTMLFormElement>('form[data-kept]');
    if (kept) kept.dataset.draft = name;
  }

  /** Whether an error page in the place of this form would take away what somebody typed. */
  private holdsText(): boolean {
    return textFieldsOf(this.form).some(({ value }) => value.trim() !== '');
  }

  private showTooLarge(): void {
    const { words } = this.facts;
    const [longest] = textFieldsOf(this.form).sort((one, other) => other.value.length - one.value.length);
    const hasFiles = [...this.form.querySelectorAll<HTMLInputElement>('input[type=file]')].some(({ value }) => value);
    if (!longest || hasFiles) return this.showProblem(words.tooMuch);
    showFieldError(longest, words.tooLong);
    longest.focus();
  }

  private showProgress(percent: number): void {
    const text = fill(this.facts.words.sending, { percent });
    const bar = element('progress', { class: 'ui-progress', max: '100', value: String(percent), 'aria-label': text });
    this.progress.replaceChildren(bar, text);
  }

  private showProblem(text: string | null, requestId?: string | null): void {
    this.form.querySelector(':scope > [data-problem]')?.remove();
    if (text === null) return;
    const id = requestId ? [element('p', { class: 'ui-small' }, `${this.facts.words.requestId} `, requestId)] : [];
    const box = element(
      'div',
      { class: 'ui-summary', role: 'alert', tabindex: '-1', 'data-problem': true },
      text,
      ...id,
    );
    this.form.prepend(box);
    box.focus();
  }
}

function request(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  onProgress: (percent: number) => void,
): Promise<Response> {
  const fields = new FormData(form, submitter);
  const isMultipart = form.enctype === 'multipart/form-data';
  const action =
    (submitter instanceof HTMLButtonElement && submitter.getAttribute('formaction')) || form.getAttribute('action');
  const texts = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') texts.append(name, value);
  const url = action ?? location.href;
  const post = { method: 'POST', headers: { accept: 'text/html' } };
  const hasFiles = [...fields.values()].some((value) => value instanceof File && value.size > 0);
  if (!isMultipart || !hasFiles) return fetch(url, { ...post, body: isMultipart ? fields : texts });
  const send = sendWithProgress(fields, (sent, total) => onProgress(Math.floor((100 * sent) / total)));
  return fields.has(KEY_FIELD) ? sendAgain(() => send(new Request(url, post))) : send(new Request(url, post));
}

async function sendAgain(send: () => Promise<Response>): Promise<Response> {
  const answer = await keepTrying(
    () => send().catch((error: unknown) => new LostConnection(error)),
    (each) => each instanceof LostConnection,
  );
  if (answer instanceof LostConnection) throw answer.error;
  return answer;
}

class LostConnection {
  constructor(readonly error: unknown) {}
}

/** What an error page says. */
const textOf = (main: HTMLElement) =>
  [...main.querySelectorAll('h1, .ui-lead')].map(({ textContent }) => textContent).join(' ');

const pathOf = (response: Response) => new URL(response.url).pathname;

/** Keeps the button's name and adds "…", with the progress of files behind it. Returns what makes it ready again. */
function setBusy(submitter: HTMLElement | null, progress: HTMLElement): () => void {
  if (!submitter) return () => undefined;
  const dots = element('span', { class: 'ui-dots' }, '…');
  submitter.setAttribute('aria-disabled', 'true');
  submitter.append(dots);
  submitter.after(progress);
  return () => {
    submitter.removeAttribute('aria-disabled');
    dots.remove();
    progress.replaceChildren();
    progress.remove();
  };
}

/** After the account is deleted, the header shows neither a name nor a way to log out. */
function showHeaderOfNobody(page: Document): void {
  const header = page.querySelector('header:not(:has([data-log-out]))');
  if (header) document.querySelector('header:has([data-log-out])')?.replaceWith(header);
}
