import { CALL_KINDS, callBody, callCode, CODE_LANGUAGES } from '@shipyard/ui/call-code';
import { element } from '../dom';
import { isObject } from '../drafts/draft-store';
import { eventsIn } from './event-stream';

/** Shows a chat as it is written. Without it, the page answers once the chat is whole. */
export function streamCalls(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-playground]');
  if (!form) return;
  writeCode(page, form);
  const place = page.querySelector<HTMLElement>('[data-result]');
  if (form.dataset.playground !== 'text' || !place) return;
  const result = new StreamedResult(place);
  let running: AbortController | null = null;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (running) return;
    running = new AbortController();
    void play(form, result, running).finally(() => (running = null));
  });
}

async function play(form: HTMLFormElement, result: StreamedResult, running: AbortController): Promise<void> {
  const data = new FormData(form);
  const body = new URLSearchParams([...data].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  result.begin(() => running.abort());
  try {
    const answer = await fetch(form.dataset.stream ?? '', { method: 'POST', body, signal: running.signal });
    const type = answer.headers.get('content-type') ?? '';
    // A page says what is wrong with the form, or asks for the log-in.
    if (type.startsWith('text/html')) return form.submit();
    result.isFor(answer.headers.get('x-played-request') ?? '');
    if (!type.startsWith('text/event-stream') || !answer.body) return result.refuse(answer.status, await answer.json());
    let isWhole = false;
    for await (const event of eventsIn(answer.body)) {
      if (event === '[DONE]') isWhole = true;
      else result.add(JSON.parse(event));
    }
    result.end(isWhole ? '' : 'broken');
  } catch {
    result.end(running.signal.aborted ? 'stopped' : 'broken');
  }
}

/** What came back, as the server draws it when it answers with a page. */
class StreamedResult {
  private readonly answer: HTMLElement | null;
  private readonly standing: HTMLElement | null;

  constructor(private readonly place: HTMLElement) {
    this.answer = place.querySelector('[data-answer]');
    this.standing = place.querySelector('[data-standing]');
  }

  begin(stop: () => void): void {
    this.place.hidden = false;
    this.place.querySelector('[role=alert]')?.remove();
    for (const name of ['answer', 'cost', 'usage']) this.fill(name, '');
    this.isFor('');
    const button = element('button', { type: 'button', class: 'ui-button ui-button-secondary' }, this.word('stop'));
    button.addEventListener('click', stop);
    this.standing?.replaceChildren(this.word('sending'), ' ', button);
  }

  isFor(requestId: string): void {
    const link = this.place.querySelector<HTMLAnchorElement>('[data-request-link]');
    if (!link) return;
    link.href = requestId === '' ? '' : `${this.place.dataset.requests}/${requestId}`;
    link.replaceChildren(element('code', {}, requestId));
  }

  add(chunk: unknown): void {
    if (!isObject(chunk)) return;
    if (isObject(chunk.error)) return this.say(`${String(chunk.error.code)}: ${String(chunk.error.message)}`);
    const [choice] = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
    const delta = isObject(choice) && isObject(choice.delta) ? choice.delta.content : null;
    if (typeof delta === 'string') this.answer?.append(delta);
    if (isObject(chunk.usage)) this.showUsage(chunk.usage);
  }

  refuse(status: number, body: unknown): void {
    const error = isObject(body) && isObject(body.error) ? body.error : {};
    this.say(`${this.word('refused')}: ${status} ${String(error.code)} ${String(error.message)}`);
  }

  end(name: '' | 'stopped' | 'broken'): void {
    const isEmpty = name === '' && this.answer?.textContent === '';
    if (name !== '') this.say(this.word(name));
    else this.standing?.replaceChildren(isEmpty ? this.word('noText') : '');
  }

  private showUsage({ cost_cny: cost, ...counts }: Record<string, unknown>): void {
    if (typeof cost === 'number') this.fill('cost', cost.toFixed(9).replace(/0{1,7}$/, ''));
    const said = Object.entries(counts).flatMap(([name, count]) =>
      typeof count === 'number' ? [`${name} ${count.toLocaleString('en')}`] : [],
    );
    this.fill('usage', said.join(' · '));
  }

  private say(text: string): void {
    this.standing?.replaceChildren(text);
  }

  private fill(name: string, text: string): void {
    this.place.querySelector(`[data-${name}]`)?.replaceChildren(text);
  }

  private word(name: string): string {
    return this.place.dataset[name] ?? '';
  }
}

/** Writes the call as code, as it is typed. What was typed before the script came counts too. */
function writeCode(page: Document, form: HTMLFormElement): void {
  const place = page.querySelector<HTMLElement>('[data-call-code]');
  if (!place) return;
  const write = () => {
    const data = new FormData(form);
    const textOf = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const call = {
      site: place.dataset.site ?? '',
      path: place.dataset.callCode ?? '',
      body: callBody({
        kind: CALL_KINDS.find((kind) => kind === textOf('kind')) ?? 'text',
        model: textOf('model'),
        prompt: textOf('prompt'),
        max_tokens: textOf('max_tokens'),
        size: textOf('size'),
      }),
    };
    for (const language of CODE_LANGUAGES)
      place.querySelector(`[data-code=${language}]`)?.replaceChildren(callCode(language, call));
  };
  write();
  form.addEventListener('input', write);
}
