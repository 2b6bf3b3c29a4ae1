import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { simpleParser } from 'mailparser';
import { AccountHolder } from './account-holder';
import { mailedLink } from './mailed-link';
import { type Newcomer, PASSWORD, register } from './newcomer';
import { headingOf, openPage } from './page-client';
import type { Failure } from './participant';

interface Change {
  email: string;
  requested_at: string;
  expires_at: string;
  old_confirmed_at: string | null;
  new_confirmed_at: string | null;
}
type Answer = Failure & { data: { email_change: Change | null; outcome: string } };

let made = 0;
const newEmail = () => `New.${process.pid}.${(made += 1)}.${Date.now().toString(36)}@example.org`;

describe('a change of the email', () => {
  const stack = sharedStack();
  const { submissionUrl: site } = stack;
  const url = stack.credentials.submission_url;

  const ask = (
    { token }: Pick<Newcomer, 'token'>,
    email: string,
    { password = PASSWORD, headers = {} }: { password?: string | null; headers?: Record<string, string> } = {},
  ) =>
    callApi<Answer>(url, 'POST', '/accounts/me/email-change', {
      token,
      headers,
      json: { email, ...(password !== null && { current_password: password }) },
    });
  const decide = (token: string, accept: boolean) =>
    callApi<Answer>(url, 'POST', '/accounts/email-change', { json: { change_token: token, accept } });
  const waiting = async ({ token }: Newcomer) =>
    (await callApi<Answer>(url, 'GET', '/accounts/me/email-change', { token })).body.data.email_change;
  const linkOf = (accountId: string, mailbox: 'old' | 'new', count = 1) =>
    mailedLink(stack, { accountId, kind: `email_change_${mailbox}`, count });
  const emailOf = async (id: string) => {
    const [row] = await stack.query(
      'submission',
      'SELECT email, email_confirmed_at IS NOT NULL AS confirmed FROM accounts WHERE id = $1',
      [id],
    );
    return row;
  };
  const auditOf = async (id: string) =>
    (
      await stack.query(
        'submission',
        `SELECT action, actor_id = account_id AS own, details FROM account_audit_entries WHERE account_id = $1 AND action LIKE '%email_change' OR account_id = $1 AND action = 'change_email' ORDER BY id`,
        [id],
      )
    ).map(({ action, own, details }) => [action, own, details]);

  it.each([
    { locale: 'en', subjects: ['Somebody asks to change the email of your account', 'Confirm your new email'] },
    { locale: 'zh-CN', subjects: ['有人申请更换你账号的邮箱', '确认你的新邮箱'] },
  ])('is made when both mailboxes have confirmed, in $locale', async ({ locale, subjects }) => {
    const person = await register(url);
    await callApi(url, 'PATCH', '/accounts/me', { token: person.token, json: { locale } });
    const email = newEmail();
    const asked = await ask(person, email);
    expect([asked.status, asked.body.data.email_change]).toEqual([
      202,
      expect.objectContaining({ email, old_confirmed_at: null, new_confirmed_at: null }) as Change,
    ]);
    const links = [await linkOf(person.id, 'old'), await linkOf(person.id, 'new')] as const;
    expect(links.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, subjects[0]],
      [email, subjects[1]],
    ]);
    expect((await decide(links[1].token, true)).body.data).toEqual({ outcome: 'waiting' });
    // The second time, it changes nothing.
    expect((await decide(links[1].token, true)).body.data).toEqual({ outcome: 'waiting' });
    expect(await waiting(person)).toMatchObject({
      old_confirmed_at: null,
      new_confirmed_at: expect.any(String) as string,
    });
    expect(await emailOf(person.id)).toEqual({ email: person.email, confirmed: false });
    expect((await decide(links[0].token, true)).body.data).toEqual({ outcome: 'changed' });
    expect(await emailOf(person.id)).toEqual({ email, confirmed: true });
    expect(await waiting(person)).toBeNull();
    const logIn = (address: string) =>
      callApi(url, 'POST', '/accounts/login', { json: { email: address, password: PASSWORD } });
    expect([(await logIn(email)).status, (await logIn(person.email)).status]).toEqual([200, 401]);
    for (const { token } of links) expect((await decide(token, true)).body.error).toBe('VALIDATION_FAILED');
    expect(await auditOf(person.id)).toEqual([
      ['ask_email_change', true, null],
      ['change_email', true, null],
    ]);
  });

  it('ends when either mailbox refuses, or its holder cancels', async () => {
    for (const mailbox of ['old', 'new'] as const) {
      const person = await register(url);
      await ask(person, newEmail());
      const links = { old: await linkOf(person.id, 'old'), new: await linkOf(person.id, 'new') };
      await decide(links.old.token, true);
      expect((await decide(links[mailbox].token, false)).body.data).toEqual({ outcome: 'refused' });
      expect((await decide(links.new.token, true)).status).toBe(400);
      expect(await emailOf(person.id)).toMatchObject({ email: person.email });
      expect((await auditOf(person.id)).at(-1)).toEqual(['refuse_email_change', null, { mailbox }]);
    }
    const person = await register(url);
    await ask(person, newEmail());
    const { token } = await linkOf(person.id, 'old');
    const cancelled = await callApi<Answer>(url, 'DELETE', '/accounts/me/email-change', { token: person.token });
    expect(cancelled.body.data).toEqual({ email_change: null });
    expect((await decide(token, true)).status).toBe(400);
    expect((await auditOf(person.id)).at(-1)).toEqual(['cancel_email_change', true, null]);
  });

  it('replaces the one before, and expires', async () => {
    const person = await register(url);
    await ask(person, newEmail());
    const first = await linkOf(person.id, 'new');
    const email = newEmail();
    await ask(person, email);
    expect((await decide(first.token, true)).status).toBe(400);
    expect(
      await stack.query('submission', 'SELECT new_email FROM email_changes WHERE account_id = $1', [person.id]),
    ).toEqual([{ new_email: email }]);
    const second = await linkOf(person.id, 'new', 2);
    await stack.query('submission', 'UPDATE email_changes SET expires_at = now() WHERE account_id = $1', [person.id]);
    expect([(await decide(second.token, true)).status, await waiting(person)]).toEqual([400, null]);
    // The signature holds what the link is for.
    for (const forged of [second.token.replace('.new.', '.old.'), `${second.token}x`, 'x', ''])
      expect((await decide(forged, true)).body.error).toBe('VALIDATION_FAILED');
  });

  it('tells nobody whether an email has an account, but its owner', async () => {
    const [person, owner] = [await register(url), await register(url)];
    const free = await ask(person, newEmail());
    const taken = await ask(person, owner.email.toUpperCase());
    const shapeOf = ({ status, body }: typeof free) => [status, Object.keys(body.data.email_change ?? {})];
    expect(shapeOf(taken)).toEqual(shapeOf(free));
    const { token } = await linkOf(person.id, 'old', 2);
    expect((await decide(token, true)).body.data).toEqual({ outcome: 'waiting' });
    const [sent] = await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT id, outcome FROM mail_outbox WHERE account_id = $1 AND kind = 'email_change_new' AND outcome IS NOT NULL ORDER BY id DESC`,
          [person.id],
        ),
      (rows) => rows.length === 2,
    );
    const mail = await simpleParser(await readFile(path.join(stack.dataDir, 'mail', `${String(sent?.id)}.eml`)));
    expect(mail.subject).toBe('You have an account at Shipyard already');
    for (const hidden of ['token=', person.handle, person.email]) expect(mail.text).not.toContain(hidden);
  });

  it('leaves an email to the account that got it meanwhile', async () => {
    const [person, rival] = [await register(url), await register(url)];
    const email = newEmail();
    await ask(person, email);
    const links = [await linkOf(person.id, 'old'), await linkOf(person.id, 'new')] as const;
    await decide(links[0].token, true);
    await stack.query('submission', 'UPDATE accounts SET email = $2 WHERE id = $1', [rival.id, email.toLowerCase()]);
    expect((await decide(links[1].token, true)).status).toBe(400);
    expect(await emailOf(person.id)).toMatchObject({ email: person.email });
  });

  it('needs the password or a fresh second factor, and a new email', async () => {
    const person = await register(url);
    const refusals = [
      [await ask(person, newEmail(), { password: null }), 400, 'VALIDATION_FAILED'],
      [await ask(person, newEmail(), { password: 'a wrong password' }), 401, 'LOGIN_INVALID'],
      [await ask(person, person.email.toUpperCase()), 400, 'VALIDATION_FAILED'],
      [await ask(person, 'nobody'), 400, 'VALIDATION_FAILED'],
    ] as const;
    for (const [{ status, body }, expected, code] of refusals) expect([status, body.error]).toEqual([expected, code]);
    expect(await waiting(person)).toBeNull();
    const holder = await AccountHolder.register(stack);
    const { session } = await holder.setUpTotp();
    const json = { email: newEmail() };
    expect((await session.ask('POST', '/accounts/me/email-change', { json })).status).toBe(202);
    await holder.ageSecondFactor(16);
    expect((await session.ask('POST', '/accounts/me/email-change', { json })).status).toBe(400);
  });

  it('is asked for once with one Idempotency-Key, and its stored answer does not show the email', async () => {
    const person = await register(url);
    const [email, headers] = [newEmail(), { 'idempotency-key': randomUUID() }];
    const answers = [await ask(person, email, { headers }), await ask(person, email, { headers })];
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await auditOf(person.id)).toHaveLength(1);
    const stored = await stack.query(
      'submission',
      'SELECT k::text AS line FROM idempotency_keys k WHERE owner_id = $1',
      [person.id],
    );
    for (const { line } of stored) expect(line).not.toContain(email);
  });

  it('waits for a button on the page of a link, which shows who gets the email', async () => {
    const person = await register(url);
    const email = newEmail();
    await ask(person, email);
    const links = [await linkOf(person.id, 'old'), await linkOf(person.id, 'new')] as const;
    const pathOf = (link: (typeof links)[0]) => link.url.pathname + link.url.search;
    for (const link of links) {
      const page = await openPage(site, pathOf(link));
      expect([page.status, headingOf(page.html)]).toEqual([200, 'Change the email of an account']);
      expect(page.html).toContain(email);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    expect(await waiting(person)).toMatchObject({ old_confirmed_at: null, new_confirmed_at: null });
    const press = (link: (typeof links)[0], decision: string) => openPage(site, pathOf(link), { form: { decision } });
    expect((await press(links[0], 'confirm')).headers.get('location')).toBe('/email-change/waiting');
    expect((await press(links[1], 'confirm')).headers.get('location')).toBe('/email-change/changed');
    for (const [outcome, heading] of [
      ['waiting', 'Confirmed for this address'],
      ['changed', 'The email is changed'],
      ['refused', 'The email stays as it is'],
    ])
      expect(headingOf((await openPage(site, `/email-change/${outcome}`)).html)).toBe(heading);
    for (const gone of [pathOf(links[0]), '/email-change?token=x', '/email-change', '/email-change/other'])
      expect((await openPage(site, gone)).status).toBe(410);
    expect((await press(links[1], 'refuse')).status).toBe(410);
  });
});
