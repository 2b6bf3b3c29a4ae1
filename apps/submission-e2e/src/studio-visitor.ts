import { openPage, type PageAnswer } from './page-client';
import { type Newcomer, PASSWORD, register } from './newcomer';

/** A browser without JavaScript: it keeps cookies, and its forms carry the token of the page that they are on. */
export class StudioVisitor {
  private cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  /** Registers over the API and logs in on the page. `apiUrl` ends with /api/v1. */
  static async newcomer(url: string, apiUrl: string): Promise<{ visitor: StudioVisitor; person: Newcomer }> {
    const person = await register(apiUrl);
    const visitor = new StudioVisitor(url);
    await visitor.logIn(person.email);
    return { visitor, person };
  }

  /** The same browser at another process of the service. */
  at(url: string): StudioVisitor {
    const visitor = new StudioVisitor(url);
    visitor.cookies = this.cookies;
    return visitor;
  }

  async logIn(email: string, password = PASSWORD): Promise<PageAnswer> {
    const answer = await this.send('/login', { email, password });
    if (answer.status !== 303) throw new Error(`The log-in page answered ${answer.status}`);
    return answer;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  forget(): void {
    this.cookies.clear();
  }

  async open(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.keep(await openPage(this.url, path, { headers: { cookie: this.cookie, ...headers } }));
  }

  /** Sends exactly these fields. */
  async send(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.keep(await openPage(this.url, path, { form, headers: { cookie: this.cookie, ...headers } }));
  }

  /** Opens the page, fills the fields in and sends its form. */
  async fill(path: string, form: Record<string, string>, { action = path } = {}): Promise<PageAnswer> {
    return this.send(action, { csrf_token: csrfTokenIn((await this.open(path)).html), ...form });
  }

  private keep(answer: PageAnswer): PageAnswer {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=', 2);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export function csrfTokenIn(html: string): string {
  const [, token] = /name="csrf_token" value="([^"]+)"/.exec(html) ?? [];
  if (token === undefined) throw new Error('The page has no form with a CSRF token');
  return token;
}

/** The values that a browser would send if nobody changed the form. It has texts, choices and no files. */
export function formIn(html: string, action: string): Record<string, string> {
  const [, rest] = html.split(`action="${action}"`);
  if (rest === undefined) throw new Error(`The page has no form for ${action}`);
  const [form = ''] = rest.split('</form>');
  const values: Record<string, string> = {};
  for (const [, attributes = '', text = ''] of form.matchAll(
    /<(?:input|textarea)\b([^>]*)>(?:([^<]*)<\/textarea>)?/g,
  )) {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
    if (valueOf('type') === 'radio' && !attributes.includes(' checked=')) continue;
    values[valueOf('name') ?? ''] = valueOf('value') ?? text;
  }
  return values;
}
