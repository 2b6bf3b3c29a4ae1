import type { ScriptWords, StudioFacts } from '@shipyard/ui';
import { element } from '../dom';
import { fill } from '../words';
import { answerOf, apiOf, type Refusal } from './api';

const DEFAULT_WAIT_SECONDS = 60;

let asking: Promise<boolean> | null = null;

/** Asks for the password after the session has ended. Resolves with true when there is a session again. */
export function signInAgain(facts: StudioFacts): Promise<boolean> {
  asking ??= ask(facts).finally(() => (asking = null));
  return asking;
}

interface Fields {
  email: HTMLInputElement;
  password: HTMLInputElement;
  code: HTMLInputElement;
}

function ask(facts: StudioFacts): Promise<boolean> {
  const words = facts.words.signIn;
  const fields: Fields = {
    email: input('email', 'email', 'username'),
    password: input('password', 'password', 'current-password'),
    code: input('code', 'text', 'one-time-code'),
  };
  const codeField = labelled(words.code, fields.code);
  codeField.hidden = true;
  const error = element('p', { class: 'ui-field-error', role: 'alert' });
  const send = element('button', { class: 'ui-button ui-button-primary', type: 'submit' }, words.send);
  const cancel = element('button', { class: 'ui-button ui-button-secondary', type: 'button' }, words.cancel);
  const title = element('h2', { class: 'ui-dialog-title', id: 'sign-in-again', tabindex: '-1' }, words.title);
  const form = element(
    'form',
    { class: 'ui-fields', novalidate: true },
    labelled(words.email, fields.email),
    labelled(words.password, fields.password),
    codeField,
    error,
    element('div', { class: 'ui-buttons' }, send, cancel),
  );
  const lead = element('p', { class: 'ui-text' }, words.lead);
  const dialog = element('dialog', { class: 'ui-dialog', 'aria-labelledby': 'sign-in-again' }, title, lead, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let isSignedIn = false;
    let isBusy = false;
    cancel.onclick = () => dialog.close();
    dialog.onclose = () => {
      dialog.remove();
      resolve(isSignedIn);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      send.setAttribute('aria-disabled', 'true');
      void signIn(facts, fields).then((problem) => {
        isBusy = false;
        send.removeAttribute('aria-disabled');
        isSignedIn = problem === null;
        if (isSignedIn) return dialog.close();
        codeField.hidden &&= problem?.needsCode !== true;
        error.textContent = problem?.text ?? '';
      });
    };
    dialog.showModal();
    title.focus();
  });
}

/** Returns what is wrong, or null with a new session in `facts`. */
async function signIn(facts: StudioFacts, fields: Fields): Promise<{ text: string; needsCode: boolean } | null> {
  const { words } = facts;
  const code = fields.code.value.trim();
  const body = { email: fields.email.value.trim(), password: fields.password.value, ...(code !== '' && { code }) };
  const answer = await answerOf(apiOf(facts).POST('/api/v1/accounts/login', { body }));
  if (answer.kind === 'unreachable') return { text: words.unreachable, needsCode: false };
  if (answer.kind === 'refused')
    return { text: problemOf(answer, words), needsCode: 'second_factor' in answer.details };
  const { account, csrf_token: csrfToken } = answer.data;
  if (facts.session && account.handle !== facts.session.handle)
    return { text: fill(words.signIn.otherAccount, { handle: facts.session.handle }), needsCode: false };
  facts.session = { handle: account.handle, csrfToken };
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name=csrf_token]')) field.value = csrfToken;
  return null;
}

function problemOf({ status, error, message, retryAfter }: Refusal, words: ScriptWords): string {
  if (error === 'LOGIN_INVALID' || status === 400) return words.signIn.wrong;
  if (status === 429) return fill(words.tooFast, { seconds: retryAfter ?? DEFAULT_WAIT_SECONDS });
  return status >= 500 ? words.broken : message;
}

function input(name: string, type: string, autocomplete: string): HTMLInputElement {
  return element('input', { class: 'ui-input', id: `again-${name}`, name, type, autocomplete });
}

const labelled = (text: string, control: HTMLInputElement) =>
  element('div', { class: 'ui-field' }, element('label', { class: 'ui-label', for: control.id }, text), control);
