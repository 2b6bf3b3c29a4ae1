import { randomUUID } from 'node:crypto';
import { sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { PASSWORD, register } from './newcomer';
import { openPage, type PageAnswer, titleOf } from './page-client';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

describe('the log-in page', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const visitor = () => new StudioVisitor(url);

  it('opens the studio, and the studio leads to it and back', async () => {
    const { email } = await register(credentials.submission_url);
    const person = visitor();
    const before = await person.open('/studio?tab=a&b=水');
    expect(before.status).toBe(303);
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(before.headers.has('access-control-allow-origin')).toBe(false);
    const place = before.headers.get('location') ?? '';
    expect((await person.open(place)).html).toContain('href="/reset"');
    const after = await person.send(place, { email, password: PASSWORD });
    expect(after.status).toBe(303);
    expect(decodeURI(after.headers.get('location') ?? '')).toBe('/studio?tab=a&b=水');
    expect((await person.open('/studio')).status).toBe(200);
    expect((await person.open('/login')).headers.get('location')).toBe('/studio');
  });

  it('is in the header of a visitor who is signed out, beside Join, and the studio in that of who is signed in', async () => {
    const { email } = await register(credentials.submission_url);
    const person = visitor();
    const linksIn = ({ html }: PageAnswer, part: string) =>
      [...html.slice(html.indexOf(`<${part}`), html.indexOf(`</${part}>`)).matchAll(/href="([^"]*)">([^<]+)</g)].map(
        ([, href, text]) => `${text}: ${href}`,
      );
    const links = ['Log in: /login', 'Join: /join'];
    const studio = 'Open my studio: /studio';
    for (const path of ['/', '/programs', '/login', '/nothing-here'])
      expect(linksIn(await person.open(path), 'header')).toEqual(expect.arrayContaining(links));
    expect(linksIn(await person.open('/login'), 'main')).toContain('Join: /join');
    await person.logIn(email);
    const after = linksIn(await person.open('/'), 'header');
    expect(links.filter((link) => after.includes(link))).toEqual([]);
    expect(after).toContain(studio);
  });

  it.each([
    { next: '//evil.example' },
    { next: '/\\evil.example' },
    { next: 'https://evil.example' },
    { next: 'javascript:alert(1)' },
    { next: '/\t/evil.example' },
  ])('never leads to $next', async ({ next }) => {
    const { email } = await register(credentials.submission_url);
    const path = `/login?${new URLSearchParams({ next }).toString()}`;
    expect((await visitor().open(path)).html).toContain('action="/login"');
    const { headers } = await visitor().send(path, { email, password: PASSWORD });
    expect(headers.get('location')).toBe('/studio');
  });

  it('says one sentence for a wrong email and a wrong password, and keeps only the email', async () => {
    const { email } = await register(credentials.submission_url);
    const wrong = [
      { email, password: 'a wrong password' },
      { email: `nobody-${randomUUID()}@example.com`, password: PASSWORD },
    ];
    for (const form of wrong) {
      const { status, html } = await visitor().send('/login', form);
      expect(status).toBe(401);
      expect(html).toContain('The email or the password is wrong. Check both and try again.');
      expect(html).toContain(`value="${form.email}"`);
      expect(html).not.toContain(form.password);
      expect(titleOf(html)).toMatch(/^Error: /);
    }
    const { status, html } = await visitor().send('/login', { email: ' ', password: '' });
    expect(status).toBe(400);
    expect(html).toContain('Enter your email.');
    expect(html).toContain('Enter your password.');
  });

  it('asks for a code if the account has a second factor, and takes a recovery code too', async () => {
    const holder = await AccountHolder.register(stack);
    const { secret, recoveryCodes } = await holder.setUpTotp();
    const { email } = holder.account;
    const { password } = holder;
    expect((await visitor().open('/login')).html).not.toContain('name="code"');
    const asked = await visitor().send('/login', { email, password });
    expect(asked.status).toBe(401);
    expect(asked.html).toContain('name="code"');
    expect(asked.html).not.toContain(password);
    const wrong = await visitor().send('/login', { email, password, code: 'not a code' });
    expect(wrong.html).toContain('The code is wrong or was used before.');
    const right = await visitor().send('/login', { email, password, code: await holder.newCode(secret) });
    expect(right.status).toBe(303);
    const recovered = await visitor().send('/login', { email, password, code: recoveryCodes[0] ?? '' });
    expect(recovered.status).toBe(303);
  });

  it('records each log-in, and each that failed', async () => {
    const { id, email } = await register(credentials.submission_url);
    await visitor().send('/login', { email, password: 'a wrong password' });
    await visitor().logIn(email);
    const rows = await stack.query(
      'submission',
      `SELECT action FROM account_audit_entries WHERE account_id = $1 AND action LIKE 'log_in%' ORDER BY id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['log_in_failed', 'log_in']);
  });

  it('takes no form of another site, and gives no session for one', async () => {
    const { email } = await register(credentials.submission_url);
    for (const site of ['cross-site', 'same-site']) {
      const { status, headers } = await visitor().send(
        '/login',
        { email, password: PASSWORD },
        { 'sec-fetch-site': site },
      );
      expect(status).toBe(403);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('a session ends with the button, but not with a form that another made', async () => {
    const { visitor: person } = await StudioVisitor.newcomer(url, credentials.submission_url);
    const { visitor: other } = await StudioVisitor.newcomer(url, credentials.submission_url);
    const csrfToken = csrfTokenIn((await person.open('/studio')).html);
    expect((await other.send('/logout', { csrf_token: csrfToken })).status).toBe(403);
    expect((await other.send('/logout', {})).status).toBe(403);
    expect((await other.open('/studio')).status).toBe(200);
    const { cookie } = person;
    const ended = await person.send('/logout', { csrf_token: csrfToken });
    expect(ended.status).toBe(303);
    expect([ended.headers.get('location'), ended.headers.get('clear-site-data')]).toEqual(['/', '"storage"']);
    expect((await openPage(url, '/studio', { headers: { cookie } })).status).toBe(303);
  });
});
