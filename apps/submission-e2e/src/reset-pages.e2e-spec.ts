import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { openSession, PASSWORD, register } from './newcomer';
import { headingOf, openPage, titleOf } from './page-client';
import { Participant } from './participant';

const NEW_PASSWORD = 'another good password';

describe('the pages that reset a password', () => {
  const stack = sharedStack();
  const { submissionUrl: site } = stack;
  const { submission_url: url, program_id: programId, staff } = stack.credentials;
  const admin = new Participant(url, staff.admin, programId);

  const tokenFor = async (accountId: string) => {
    const { body } = await admin.call<{ reset_link: { url: string } }>(
      'POST',
      `/admin/accounts/${accountId}/reset-link`,
    );
    return new URL(body.data.reset_link.url).searchParams.get('token') ?? '';
  };
  const send = (resetToken: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    openPage(site, `/reset/password?token=${resetToken}`, { form, headers });
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    openPage(site, '/reset', { form, headers });
  const signIn = async (email: string, password: string) =>
    (await callApi(url, 'POST', '/accounts/login', { json: { email, password } })).status;
  /** The worker deletes them within seconds, so a test can only say that there are not more. */
  const requests = async () =>
    Number((await stack.query('submission', 'SELECT count(*) FROM password_reset_requests'))[0]?.count);

  it('answer alike for an email with an account and for one without', async () => {
    const { id, email } = await register(url);
    for (const each of [email, `  ${email.toUpperCase()} `, 'nobody-has-this@example.com']) {
      const { status, headers, html } = await ask({ email: each });
      expect([status, headers.get('location'), html]).toEqual([303, '/reset/sent', expect.not.stringContaining('@')]);
    }
    await waitUntil(
      () =>
        stack.query('submission', `SELECT FROM mail_outbox WHERE account_id = $1 AND kind = 'password_reset'`, [id]),
      (mails) => mails.length === 2,
    );
    expect((await openPage(site, '/reset/sent')).html).toContain(
      'If there is an account for this address, a link is on its way.',
    );
  });

  it.each<{ form: Record<string, string>; shown: string; message: string }>([
    { form: { email: '' }, shown: '', message: 'Enter your email.' },
    { form: {}, shown: '', message: 'Enter your email.' },
    { form: { email: 'noor@' }, shown: 'noor@', message: 'Enter a complete email, such as name@example.com.' },
    { form: { email: '"><script>' }, shown: '&quot;&gt;&lt;script&gt;', message: 'Enter a complete email' },
    { form: { email: 'a\u0000@example.com' }, shown: 'a', message: 'Enter a complete email' },
    { form: { email: `${'a'.repeat(2_000)}@example.com` }, shown: 'aaaa', message: 'Enter a complete email' },
  ])('keep what was typed and say what is wrong: $message', async ({ form, shown, message }) => {
    const before = await requests();
    const { status, headers, html } = await ask(form);
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(titleOf(html)).toBe('Error: Reset your password · Shipyard');
    expect(html).toContain(`value="${shown}`);
    expect(html.split(message)).toHaveLength(3);
    expect(html).toMatch(/<a href="#email">/);
    expect(html).not.toContain('"><script>');
    expect(await requests()).toBeLessThanOrEqual(before);
  });

  it('set a new password, end the sessions, and keep the tokens unless told otherwise', async () => {
    const { id, email, token } = await register(url);
    const inSession = await openSession(url, email);
    const resetToken = await tokenFor(id);
    const form = await openPage(site, `/reset?token=${resetToken}`);
    expect([form.status, headingOf(form.html)]).toEqual([200, 'Choose a new password']);
    const sent = await send(resetToken, { password: NEW_PASSWORD });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/reset/done']);
    expect(headingOf((await openPage(site, '/reset/done')).html)).toBe('Your password is changed');
    expect([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)]).toEqual([401, 200]);
    expect((await inSession('GET', '/accounts/me')).status).toBe(401);
    expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(200);
  });

  it('revoke the tokens if the box is checked, as it is at first', async () => {
    const { id, token } = await register(url);
    expect((await openPage(site, `/reset?token=${await tokenFor(id)}`)).html).toMatch(
      /name="revoke_tokens"[^>]*checked=""/,
    );
    expect((await send(await tokenFor(id), { password: NEW_PASSWORD, revoke_tokens: 'yes' })).status).toBe(303);
    expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(401);
  });

  it.each([
    { password: '', message: 'Enter a new password.' },
    { password: 'too short', message: 'Use 10 to 200 characters, and not a password that is easy to guess.' },
    { password: '1234567890', message: 'Use 10 to 200 characters' },
    { password: 'p'.repeat(201), message: 'Use 10 to 200 characters' },
  ])('refuse a bad password and keep the link and the choice, not the password: $password', async (row) => {
    const { id, email } = await register(url);
    const resetToken = await tokenFor(id);
    const { status, html } = await send(resetToken, { password: row.password, revoke_tokens: 'yes' });
    expect(status).toBe(400);
    expect(html).toContain(row.message);
    expect(html).toMatch(/name="revoke_tokens"[^>]*checked=""/);
    expect(/<input[^>]*name="password"[^>]*>/.exec(html)?.[0]).not.toContain('value=');
    if (row.password !== '') expect(html).not.toContain(`"${row.password}"`);
    expect(await signIn(email, PASSWORD)).toBe(200);
    expect((await send(resetToken, { password: NEW_PASSWORD })).status).toBe(303);
  });

  it('say of every token that is used, unknown or malformed that it is used or too old, before and after sending', async () => {
    const { id, email } = await register(url);
    const used = await tokenFor(id);
    expect((await send(used, { password: NEW_PASSWORD })).status).toBe(303);
    for (const token of [used, mintToken('prt_'), 'prt_x', encodeURIComponent('"><script>'), '%00', 'a&token=b']) {
      for (const answer of [
        await openPage(site, `/reset?token=${token}`),
        await send(token, { password: 'one more good password' }),
      ]) {
        // Two tokens are none: the page asks for the email.
        if (token.includes('&') && answer.status === 200) continue;
        expect([answer.status, headingOf(answer.html)]).toEqual([410, 'This link has been used or is too old']);
        expect(answer.html).toMatch(/href="\/reset"[^>]*>Ask for a new link/);
        expect(answer.html).not.toContain('<script');
      }
    }
    expect(await signIn(email, NEW_PASSWORD)).toBe(200);
  });

  it('speak Chinese', async () => {
    const headers = { 'accept-language': 'zh-CN' };
    expect(headingOf((await openPage(site, '/reset', { headers })).html)).toBe('重设密码');
    const refused = await ask({ email: 'noor' }, headers);
    expect(titleOf(refused.html)).toBe('出错：重设密码 · Shipyard');
    expect(refused.html).toContain('请填写完整的邮箱，例如 name@example.com。');
    expect(headingOf((await openPage(site, '/reset?token=prt_x', { headers })).html)).toBe(
      '这个链接已经用过，或者太旧了',
    );
  });

  describe('refuse with a page', () => {
    const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };
    it.each<{ what: string; headers: Record<string, string>; body: string; status: number }>([
      { what: 'JSON', headers: { 'content-type': 'application/json' }, body: '{"email":"a@example.com"}', status: 400 },
      { what: 'a body without a type', headers: { 'content-type': '' }, body: 'email=a', status: 400 },
      { what: 'a field twice', headers: urlEncoded, body: 'email=a&email=b', status: 400 },
      {
        what: 'a field that the form does not have',
        headers: urlEncoded,
        body: 'email=a%40b.example&x=1',
        status: 400,
      },
      { what: 'an inherited name', headers: urlEncoded, body: 'email=a%40b.example&__proto__=1', status: 400 },
      { what: 'invalid UTF-8', headers: urlEncoded, body: 'email=%FF', status: 400 },
      { what: 'too much', headers: urlEncoded, body: `email=${'a'.repeat(20_000)}`, status: 413 },
      {
        what: 'another site',
        headers: { ...urlEncoded, 'sec-fetch-site': 'cross-site' },
        body: 'email=a',
        status: 403,
      },
    ])('$what', async ({ headers, body, status }) => {
      const before = await requests();
      // Without Accept, because a page answers with a page whatever the client accepts.
      const response = await fetch(`${site}/reset`, { method: 'POST', headers, body, redirect: 'manual' });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(titleOf(await response.text())).toMatch(/^Error: /);
      expect(await requests()).toBeLessThanOrEqual(before);
    });
  });

  it('write no token, no email and no password into a log', async () => {
    const { id, email } = await register(url);
    const resetToken = await tokenFor(id);
    await openPage(site, `/reset?token=${resetToken}`);
    await ask({ email });
    await send(resetToken, { password: 'short' });
    await send(resetToken, { password: NEW_PASSWORD });
    const folder = path.join(stack.dataDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
    const text = logs.join('');
    expect(text.includes('"path":"/reset/password"')).toBe(true);
    expect([resetToken, email, NEW_PASSWORD].filter((secret) => text.includes(secret))).toEqual([]);
  });
});
