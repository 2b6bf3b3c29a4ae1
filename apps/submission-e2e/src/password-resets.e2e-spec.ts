import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { type ApiAnswer, callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { mailedLink } from './mailed-link';
import { openSession, PASSWORD, register } from './newcomer';
import { type Failure, Participant } from './participant';

const NEW_PASSWORD = 'another good password';

interface Reset {
  account: { id: string; email: string; email_confirmed_at: string | null };
}

describe('a reset of the password', () => {
  const stack = sharedStack();
  const { submission_url: url, program_id: programId, staff } = stack.credentials;
  const admin = new Participant(url, staff.admin, programId);

  const issueLink = async (accountId: string) => {
    const { status, body, text } = await admin.call<{ reset_link: { url: string; expires_at: string } }>(
      'POST',
      `/admin/accounts/${accountId}/reset-link`,
    );
    if (status !== 201) throw new Error(`No link was created: ${text}`);
    return body.data.reset_link;
  };
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const tokenFor = async (accountId: string) => tokenIn((await issueLink(accountId)).url);
  const reset = (token: string, json: object = {}): Promise<ApiAnswer<Failure & { data: Reset }>> =>
    callApi(url, 'POST', '/accounts/reset', { json: { reset_token: token, password: NEW_PASSWORD, ...json } });
  const signIn = (email: string, password: string) =>
    callApi<Failure>(url, 'POST', '/accounts/login', { json: { email, password } });
  const isRefused = async (token: string) => {
    const { status, body } = await reset(token);
    expect([status, body.error]).toEqual([410, 'RESET_TOKEN_INVALID']);
    expect(body.details).toBeUndefined();
    return body.message;
  };
  const auditOf = (accountId: string) =>
    stack.query(
      'submission',
      'SELECT action, actor_id, details FROM account_audit_entries WHERE account_id = $1 ORDER BY id',
      [accountId],
    );

  describe('by a link of an admin', () => {
    it('sets the password, ends all sessions, keeps the tokens, and is audited', async () => {
      const { id, email, token } = await register(url);
      const inSession = await openSession(url, email);
      const link = await issueLink(id);
      expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reset\?token=prt_[0-9A-Za-z]{38}$/);
      expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(29 * 60_000);
      expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(30 * 60_000);

      const done = await reset(tokenIn(link.url));
      expect([done.status, done.headers.get('cache-control'), done.headers.get('set-cookie')]).toEqual([
        200,
        'no-store',
        null,
      ]);
      const me = await callApi<{ data: Reset }>(url, 'GET', '/accounts/me', { token });
      expect([me.status, done.body.data]).toEqual([200, me.body.data]);
      expect((await inSession('GET', '/accounts/me')).status).toBe(401);
      expect([(await signIn(email, PASSWORD)).status, (await signIn(email, NEW_PASSWORD)).status]).toEqual([401, 200]);
      const [staffId] = await stack.query('submission', `SELECT id FROM accounts WHERE handle = 'demo-admin'`);
      expect((await auditOf(id)).filter(({ action }) => /reset|change/.test(String(action)))).toEqual([
        { action: 'issue_reset_link', actor_id: staffId?.id, details: null },
        { action: 'change_password', actor_id: id, details: { reset_by: 'link' } },
      ]);
    });

    it.each([
      { revoke: undefined, isLive: false },
      { revoke: true, isLive: false },
      { revoke: false, isLive: true },
    ])('revokes the tokens of apps and of the command line unless told not to: $revoke', async ({ revoke, isLive }) => {
      const { id, token } = await register(url);
      await stack.query('submission', `UPDATE api_tokens SET client_id = 'shipyard-cli' WHERE account_id = $1`, [id]);
      expect((await reset(await tokenFor(id), { revoke_tokens: revoke })).status).toBe(200);
      expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(isLive ? 200 : 401);
    });

    it('revokes the tokens if asked', async () => {
      const { id, token } = await register(url);
      expect((await reset(await tokenFor(id), { revoke_tokens: true })).status).toBe(200);
      expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(401);
      expect((await auditOf(id)).map(({ action }) => action)).toContain('revoke_all_tokens');
    });

    it('works once, however many try at the same time', async () => {
      const { id, email } = await register(url);
      const token = await tokenFor(id);
      const passwords = Array.from({ length: 20 }, (_, at) => `${NEW_PASSWORD} ${at}`);
      const answers = await Promise.all(passwords.map((password) => reset(token, { password })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(410)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await signIn(email, passwords[winner] ?? '')).status).toBe(200);
      expect((await auditOf(id)).filter(({ action }) => action === 'change_password')).toHaveLength(1);
      await isRefused(token);
    });

    it('keeps the second factor', async () => {
      const holder = await AccountHolder.register(stack);
      const { secret } = await holder.setUpTotp();
      expect((await reset(await tokenFor(holder.account.id))).status).toBe(200);
      const alone = await holder.signIn({ password: NEW_PASSWORD });
      expect([alone.status, alone.body.details]).toEqual([401, { second_factor: 'required' }]);
      const both = await holder.signIn({ password: NEW_PASSWORD, code: await holder.newCode(secret) });
      expect(both.status).toBe(200);
    });

    it('is refused in one way after use, expiry and replacement, and for unknown and malformed tokens', async () => {
      const { id, email } = await register(url);
      const [replaced, expired] = [await tokenFor(id), await tokenFor(id)];
      const messages = [await isRefused(replaced)];
      await stack.query(
        'submission',
        `UPDATE password_resets SET created_at = created_at - interval '31 minutes', expires_at = expires_at - interval '31 minutes' WHERE token_hash = $1`,
        [createHash('sha256').update(expired).digest()],
      );
      messages.push(await isRefused(expired));
      const used = await tokenFor(id);
      expect((await reset(used)).status).toBe(200);
      messages.push(await isRefused(used));
      const last = used.endsWith('0') ? '1' : '0';
      for (const token of [
        mintToken('prt_'),
        used.slice(0, -1) + last,
        '',
        'prt_',
        mintToken('pst_'),
        'x'.repeat(9_999),
      ])
        messages.push(await isRefused(token));
      expect(new Set(messages).size).toBe(1);
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    });

    it('is refused while the account is suspended, and works again afterwards', async () => {
      const { id } = await register(url);
      const token = await tokenFor(id);
      const suspend = (suspended: boolean) => admin.call('PATCH', `/admin/accounts/${id}`, { json: { suspended } });
      await suspend(true);
      await isRefused(token);
      const link = await admin.refused('POST', `/admin/accounts/${id}/reset-link`);
      expect([link.status, link.body.error]).toEqual([403, 'FORBIDDEN']);
      await suspend(false);
      expect((await reset(token)).status).toBe(200);
    });

    it('is refused after the password was changed in another way', async () => {
      const { id, token } = await register(url);
      const link = await tokenFor(id);
      const json = { current_password: PASSWORD, password: 'a third good password' };
      expect((await callApi(url, 'PATCH', '/accounts/me', { token, json })).status).toBe(200);
      await isRefused(link);
    });

    it('is refused after the account was deleted, and creates no other', async () => {
      const { id, email, token: apiToken } = await register(url);
      const link = await tokenFor(id);
      const json = { projects: 'delete', current_password: PASSWORD };
      expect((await callApi(url, 'DELETE', '/accounts/me', { token: apiToken, json })).status).toBe(200);
      await isRefused(link);
      const another = await admin.refused('POST', `/admin/accounts/${id}/reset-link`);
      expect([another.status, another.body.error]).toEqual([404, 'NOT_FOUND']);
      expect((await callApi(url, 'POST', '/accounts/reset-request', { json: { email } })).status).toBe(200);
      expect(await stack.query('submission', 'SELECT FROM password_resets WHERE account_id = $1', [id])).toEqual([]);
    });

    it('does not use up the token when the new password is refused', async () => {
      const { id } = await register(url);
      const token = await tokenFor(id);
      const refusals = [
        await reset(token, { password: 'too short' }),
        await reset(token, { password: 'password123' }),
        await reset(token, { revoke_tokens: 'yes' }),
        await reset(token, { colour: 'red' }),
      ];
      expect(refusals.map(({ body }) => [body.error, body.details])).toEqual(
        ['password', 'password', 'revoke_tokens', 'colour'].map((field) => [
          'VALIDATION_FAILED',
          { fields: [{ field, message: expect.any(String) as string }] },
        ]),
      );
      expect((await reset(token)).status).toBe(200);
    });

    it('is created once for one Idempotency-Key, and its stored answer is encrypted', async () => {
      const { id } = await register(url);
      const headers = { 'idempotency-key': randomUUID() };
      const issue = () =>
        callApi<{ data: { reset_link: { url: string } } }>(url, 'POST', `/admin/accounts/${id}/reset-link`, {
          token: staff.admin,
          headers,
        });
      const [first, again] = [await issue(), await issue()];
      expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
      const token = tokenIn(first.body.data.reset_link.url);
      const stored = await stack.query(
        'submission',
        `SELECT is_sealed, encode(answer, 'escape') AS answer FROM idempotency_keys WHERE answer IS NOT NULL ORDER BY expires_at DESC LIMIT 50`,
      );
      expect(JSON.stringify(stored)).not.toContain(token);
      expect((await reset(token)).status).toBe(200);
    });

    it('is created for accounts that exist, by admins alone', async () => {
      const { id } = await register(url);
      const linkPath = `/admin/accounts/${id}/reset-link`;
      for (const unknown of [randomUUID(), 'nobody']) {
        const answer = await admin.refused('POST', `/admin/accounts/${unknown}/reset-link`);
        expect([answer.status, answer.body.error]).toEqual([404, 'NOT_FOUND']);
      }
      for (const token of [staff.reviewer, staff.fulfilment, stack.credentials.participant.token])
        expect((await callApi<Failure>(url, 'POST', linkPath, { token })).body.error).toBe('FORBIDDEN');
      expect((await callApi<Failure>(url, 'POST', linkPath)).body.error).toBe('AUTH_TOKEN_MISSING');
    });

    it('needs a fresh second factor of an admin who has one', async () => {
      const { id } = await register(url);
      const holder = await AccountHolder.register(stack, { roles: ['admin'] });
      const { session, secret } = await holder.setUpTotp();
      const linkPath = `/admin/accounts/${id}/reset-link`;
      expect((await session.ask('POST', linkPath)).status).toBe(201);
      await holder.ageSecondFactor(16);
      const stale = await session.ask('POST', linkPath);
      expect([stale.status, stale.body.details]).toEqual([403, { second_factor: 'required' }]);
      const code = await holder.newCode(secret);
      expect((await session.ask('POST', linkPath, { headers: { 'x-second-factor': code } })).status).toBe(201);
    });
  });

  describe('by mail', () => {
    const request = async (email: string) =>
      expect((await callApi(url, 'POST', '/accounts/reset-request', { json: { email } })).status).toBe(200);
    const mailed = (accountId: string, count = 1) => mailedLink(stack, { accountId, kind: 'password_reset', count });

    it('sets the password, and confirms the email, because the person reads that mailbox', async () => {
      const { id, email, token: apiToken } = await register(url);
      await request(email.toUpperCase());
      const mail = await mailed(id);
      expect([mail.to, mail.url.origin, mail.url.pathname]).toEqual([email, stack.submissionUrl, '/reset']);
      expect(mail.token).toMatch(/^prt_[0-9A-Za-z]{38}$/);
      const done = await reset(mail.token);
      expect([done.status, done.body.data.account.email_confirmed_at]).toEqual([200, expect.any(String)]);
      expect((await callApi(url, 'GET', '/accounts/me', { token: apiToken })).status).toBe(401);
      expect([(await signIn(email, PASSWORD)).status, (await signIn(email, NEW_PASSWORD)).status]).toEqual([401, 200]);
      expect((await auditOf(id)).filter(({ action }) => action === 'change_password')).toEqual([
        { action: 'change_password', actor_id: id, details: { reset_by: 'mail' } },
      ]);
      await isRefused(mail.token);
    });

    it('ends the tokens and the second factor of a person who registered the email of another', async () => {
      const stranger = await AccountHolder.register(stack);
      const { email, id, token } = stranger.account;
      await stranger.setUpTotp();
      await request(email);
      expect((await reset((await mailed(id)).token)).status).toBe(200);
      expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(401);
      expect((await stranger.signIn({ password: NEW_PASSWORD })).status).toBe(200);
      expect((await auditOf(id)).map(({ action }) => action)).toContain('revoke_all_tokens');
    });

    it('keeps the tokens and the second factor of an account whose email is confirmed', async () => {
      const holder = await AccountHolder.register(stack);
      const { email, id, token } = holder.account;
      const { secret } = await holder.setUpTotp();
      await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [id]);
      await request(email);
      expect((await reset((await mailed(id)).token)).status).toBe(200);
      expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(200);
      expect((await holder.signIn({ password: NEW_PASSWORD })).status).toBe(401);
      const both = await holder.signIn({ password: NEW_PASSWORD, code: await holder.newCode(secret) });
      expect(both.status).toBe(200);
    });

    it('sends the valid link again, and is voided by a link of an admin, which it does not void', async () => {
      const { id, email } = await register(url);
      await request(email);
      const first = await mailed(id);
      await request(email);
      const second = await mailed(id, 2);
      expect(second.token).toBe(first.token);
      const byAdmin = await tokenFor(id);
      await isRefused(second.token);
      await request(email);
      await waitUntil(
        () => stack.query('submission', 'SELECT FROM password_reset_requests WHERE account_id = $1', [id]),
        (waiting) => waiting.length === 0,
      );
      expect((await reset(byAdmin)).status).toBe(200);
    });

    it('keeps an email unconfirmed that an admin has made the link for', async () => {
      const { id } = await register(url);
      const { body } = await reset(await tokenFor(id));
      expect(body.data.account.email_confirmed_at).toBeNull();
    });

    it('sends nothing to a suspended account, and stores nothing of unknown emails', async () => {
      const { id, email } = await register(url);
      await admin.call('PATCH', `/admin/accounts/${id}`, { json: { suspended: true } });
      await request(email);
      await request(`nobody-${randomUUID()}@example.com`);
      await waitUntil(
        () => stack.query('submission', 'SELECT FROM password_reset_requests'),
        (waiting) => waiting.length === 0,
      );
      expect(
        await stack.query(
          'submission',
          `SELECT kind FROM mail_outbox WHERE account_id = $1 AND kind = 'password_reset'`,
          [id],
        ),
      ).toEqual([]);
    });
  });

  it('is asked for with an email, known or not, and the answers are the same', async () => {
    const [known, suspended] = [await register(url), await register(url)];
    await stack.query('submission', 'UPDATE accounts SET suspended_at = now() WHERE id = $1', [suspended.id]);
    const emails = [known.email, known.email.toUpperCase(), suspended.email, `nobody-${randomUUID()}@example.com`];
    const answers = await Promise.all(
      emails.map((email) => callApi(url, 'POST', '/accounts/reset-request', { json: { email } })),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(emails.map(() => [200, '{"ok":true,"data":{}}']));
    const names = answers.map(({ headers }) => [...headers.keys()].sort());
    for (const each of names) expect(each).toEqual(names[0]);
  });

  it('leaves no email, token or password in any log', async () => {
    const { id, email } = await register(url);
    const unknown = `nobody-${randomUUID()}@example.com`;
    for (const each of [email, unknown])
      await callApi(url, 'POST', '/accounts/reset-request', { json: { email: each } });
    const link = await issueLink(id);
    await fetch(link.url);
    const token = tokenIn(link.url);
    const password = `a good password ${randomUUID()}`;
    expect((await reset(token, { password })).status).toBe(200);
    await isRefused(token);
    const folder = path.join(stack.dataDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
    const log = logs.join('\n');
    expect(log).toContain('"path":"/reset"');
    for (const secret of [email, unknown, token.slice(4), password]) expect(log).not.toContain(secret);
  });

  it('is refused without a well-formed email', async () => {
    for (const json of [{}, { email: 'nobody' }, { email: 7 }, { email: `${'x'.repeat(250)}@example.com` }]) {
      const { status, body } = await callApi<Failure>(url, 'POST', '/accounts/reset-request', { json });
      expect([status, body.error, body.details]).toEqual([
        400,
        'VALIDATION_FAILED',
        { fields: [{ field: 'email', message: expect.any(String) as string }] },
      ]);
    }
  });
});
