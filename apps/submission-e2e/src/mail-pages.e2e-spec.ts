import { createHmac } from 'node:crypto';
import { callApi, sharedStack, TEST_KEYS } from '@shipyard/testing';
import { register } from './newcomer';
import { headingOf, openPage, type PageCall } from './page-client';

const [keyId = '', secret = ''] = TEST_KEYS.URL_SIGNING_KEYS.split(':');
const sign = (text: string) => createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64url');

const unsubscribeToken = (accountId: string) => `${accountId}.${keyId}.${sign(`mail opt-out\n${accountId}`)}`;

function confirmToken({ id, email }: { id: string; email: string }, seconds = 3_600): string {
  const expiry = Math.floor(Date.now() / 1_000) + seconds;
  return `${id}.${expiry}.${keyId}.${sign(`confirm email\n${id}\n${expiry}\n${email}`)}`;
}

const USED = 'This link has been used or is too old';

describe('the pages that mails link to', () => {
  const stack = sharedStack();
  const { submissionUrl: site } = stack;
  const url = stack.credentials.submission_url;

  const accountOf = async (id: string) => {
    const [account] = await stack.query(
      'submission',
      'SELECT mail_opt_out AS "optedOut", email_confirmed_at IS NOT NULL AS confirmed FROM accounts WHERE id = $1',
      [id],
    );
    return account;
  };
  const formOf = (html: string) => /<form[^>]* action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

  describe('to confirm an email', () => {
    it('do it when the button is pressed, and not when the link is opened', async () => {
      const newcomer = await register(url);
      const page = await openPage(site, `/confirm?token=${confirmToken(newcomer)}`);
      expect([page.status, headingOf(page.html)]).toEqual([200, 'Confirm your email']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await accountOf(newcomer.id)).toMatchObject({ confirmed: false });
      for (const time of ['first', 'second']) {
        const sent = await openPage(site, formOf(page.html), { form: {} });
        expect([time, sent.status, sent.headers.get('location')]).toEqual([time, 303, '/confirm/done']);
      }
      expect(headingOf((await openPage(site, '/confirm/done')).html)).toBe('Your email is confirmed');
      expect(await accountOf(newcomer.id)).toEqual({ confirmed: true, optedOut: false });
    });

    it('refuse links that are too old, of another account, or none, and forms of other sites', async () => {
      const [newcomer, other] = [await register(url), await register(url)];
      const foreign = confirmToken({ id: newcomer.id, email: other.email });
      for (const token of [confirmToken(newcomer, -1), foreign, 'x', '%00', '']) {
        const { status, html } = await openPage(site, `/confirm?token=${token}`, { form: {} });
        expect([status, headingOf(html)]).toEqual([410, USED]);
      }
      for (const call of [{}, { form: {} }]) expect((await openPage(site, '/confirm', call)).status).toBe(410);
      const headers = { 'sec-fetch-site': 'cross-site' };
      const path = `/confirm?token=${confirmToken(newcomer)}`;
      expect((await openPage(site, path, { form: {}, headers })).status).toBe(403);
      expect(await accountOf(newcomer.id)).toMatchObject({ confirmed: false });
    });
  });

  describe('to stop mails', () => {
    it('change nothing when the link is opened, however often', async () => {
      const { id } = await register(url);
      const page = await openPage(site, `/unsubscribe?token=${unsubscribeToken(id)}`);
      expect([page.status, headingOf(page.html)]).toEqual([200, 'Stop our mails?']);
      expect(page.html.match(/<button/g)).toHaveLength(1);
      await fetch(`${site}/unsubscribe?token=${unsubscribeToken(id)}`, { method: 'HEAD' });
      expect(await accountOf(id)).toMatchObject({ optedOut: false });
      const stopped = await openPage(site, formOf(page.html), { form: {} });
      expect([stopped.status, headingOf(stopped.html)]).toEqual([200, 'You get no more mails']);
      expect(await accountOf(id)).toMatchObject({ optedOut: true });
    });

    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    it.each<{ client: string; init: RequestInit }>([
      { client: 'a form', init: { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) } },
      { client: 'a form in parts', init: { body: multipart } },
      { client: 'no body', init: {} },
      { client: 'a form from a page of webmail', init: { headers: { 'sec-fetch-site': 'cross-site' } } },
    ])('stop them by one click in a mail client (RFC 8058) that sends $client', async ({ init }) => {
      const { id } = await register(url);
      const address = `${site}/unsubscribe?token=${unsubscribeToken(id)}`;
      for (const time of [1, 2]) {
        const { status } = await fetch(address, { method: 'POST', redirect: 'error', ...init });
        expect([time, status]).toEqual([time, 200]);
      }
      expect(await accountOf(id)).toMatchObject({ optedOut: true });
    });

    it('refuse a token that is not ours, and stop the mails of one account only', async () => {
      const [one, other] = [await register(url), await register(url)];
      const [, , signature] = unsubscribeToken(one.id).split('.');
      const calls: PageCall[] = [{}, { form: {} }];
      for (const token of [`${other.id}.${keyId}.${signature}`, `${one.id}.none.${signature}`, 'x', '%00', ''])
        expect((await openPage(site, `/unsubscribe?token=${token}`, { form: {} })).status).toBe(410);
      for (const call of calls) expect((await openPage(site, '/unsubscribe', call)).status).toBe(410);
      await openPage(site, `/unsubscribe?token=${unsubscribeToken(one.id)}`, { form: {} });
      expect([await accountOf(one.id), await accountOf(other.id)]).toMatchObject([
        { optedOut: true },
        { optedOut: false },
      ]);
    });

    it('are in the language that the browser prefers', async () => {
      const { html } = await openPage(site, '/unsubscribe?token=x', { headers: { 'accept-language': 'zh-CN' } });
      expect(headingOf(html)).toBe('不再接收我们的邮件？');
    });
  });

  it('set no session and need none', async () => {
    const { id } = await register(url);
    const { headers } = await openPage(site, `/unsubscribe?token=${unsubscribeToken(id)}`, { form: {} });
    expect(headers.getSetCookie()).toEqual([]);
    expect((await callApi(url, 'GET', '/accounts/me')).status).toBe(401);
  });
});
