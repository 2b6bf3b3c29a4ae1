import { randomUUID } from 'node:crypto';
import { uuidv7 } from '@shipyard/platform/ids';
import { callApi, sharedStack } from '@shipyard/testing';
import { mailedLink } from './mailed-link';
import { type Newcomer, register } from './newcomer';
import type { Failure } from './participant';

describe('the confirmation of an email', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;

  const ask = ({ token }: Newcomer, headers: Record<string, string> = {}) =>
    callApi<Failure & { data: { requested: boolean } }>(url, 'POST', '/accounts/me/confirm-request', {
      token,
      headers,
    });
  const confirm = (token: unknown) =>
    callApi<Failure & { data: { confirmed: boolean } }>(url, 'POST', '/accounts/confirm', {
      json: { confirm_token: token },
    });
  const isRefused = async (token: unknown) => {
    const { status, body } = await confirm(token);
    expect([status, body.error, body.details]).toEqual([
      400,
      'VALIDATION_FAILED',
      { fields: [{ field: 'confirm_token', message: expect.any(String) as string }] },
    ]);
    return body.message;
  };
  const mailsOf = ({ id }: Newcomer) =>
    stack.query(
      'submission',
      `SELECT key, data FROM mail_outbox WHERE account_id = $1 AND kind = 'confirm_email' ORDER BY id`,
      [id],
    );

  it('is asked for at registration, in its transaction', async () => {
    const newcomer = await register(url);
    expect(await mailsOf(newcomer)).toEqual([{ key: `confirm_email:${newcomer.id}`, data: {} }]);
    const count = async () => Number((await stack.query('submission', 'SELECT count(*) FROM mail_outbox'))[0]?.count);
    const before = await count();
    const json = { handle: newcomer.handle, display_name: 'A', email: 'other@example.com', password: 'x'.repeat(10) };
    expect((await callApi(url, 'POST', '/accounts', { json })).status).toBe(409);
    expect(await count()).toBe(before);
  });

  it('is asked for again, once for one Idempotency-Key, until the email is confirmed', async () => {
    const newcomer = await register(url);
    const again = await ask(newcomer);
    expect([again.status, again.body.data]).toEqual([202, { requested: true }]);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await ask(newcomer, headers)).text).toBe((await ask(newcomer, headers)).text);
    expect(await mailsOf(newcomer)).toHaveLength(3);
    await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [newcomer.id]);
    expect((await ask(newcomer)).body.data).toEqual({ requested: false });
    expect(await mailsOf(newcomer)).toHaveLength(3);
    expect((await callApi<Failure>(url, 'POST', '/accounts/me/confirm-request')).body.error).toBe('AUTH_TOKEN_MISSING');
  });

  it('works with the link of its mail, and a second time', async () => {
    const newcomer = await register(url);
    const mail = await mailedLink(stack, { accountId: newcomer.id, kind: 'confirm_email' });
    expect([mail.to, mail.url.origin, mail.url.pathname]).toEqual([newcomer.email, stack.submissionUrl, '/confirm']);
    const me = async () =>
      (
        await callApi<{ data: { account: { email_confirmed_at: string | null } } }>(url, 'GET', '/accounts/me', {
          token: newcomer.token,
        })
      ).body.data.account.email_confirmed_at;
    expect(await me()).toBeNull();
    expect(await confirm(mail.token)).toMatchObject({ status: 200, body: { ok: true, data: { confirmed: true } } });
    const confirmedAt = await me();
    expect(confirmedAt).toEqual(expect.any(String));
    expect([(await confirm(mail.token)).status, await me()]).toEqual([200, confirmedAt]);
  });

  it('is not made by opening the link, because scanners of mail do that', async () => {
    const newcomer = await register(url);
    const mail = await mailedLink(stack, { accountId: newcomer.id, kind: 'confirm_email' });
    await fetch(mail.url);
    const [account] = await stack.query('submission', 'SELECT email_confirmed_at AS at FROM accounts WHERE id = $1', [
      newcomer.id,
    ]);
    expect(account?.at).toBeNull();
  });

  it('is refused for another account, after a change of the email, and after 7 days', async () => {
    const [newcomer, other] = [await register(url), await register(url)];
    const { token } = await mailedLink(stack, { accountId: newcomer.id, kind: 'confirm_email' });
    await isRefused(token.replace(newcomer.id, other.id));
    await isRefused(token.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 1}.`));
    await stack.query('submission', 'UPDATE accounts SET email = $2 WHERE id = $1', [
      newcomer.id,
      `moved-${newcomer.email}`,
    ]);
    await isRefused(token);
    await stack.query('submission', 'UPDATE accounts SET email = $2 WHERE id = $1', [newcomer.id, newcomer.email]);
    expect((await confirm(token)).status).toBe(200);

    await stack.query(
      'submission',
      `INSERT INTO mail_outbox (id, account_id, kind, key, created_at) VALUES ($1, $2, 'confirm_email', $3, now() - interval '7 days')`,
      [uuidv7(), other.id, `late:${other.id}`],
    );
    const late = await mailedLink(stack, { accountId: other.id, kind: 'confirm_email', count: 2 });
    await isRefused(late.token);
  });

  it('is refused in one way for malformed and forged tokens', async () => {
    const { id } = await register(url);
    const expiry = Math.floor(Date.now() / 1_000) + 3_600;
    const messages = [];
    for (const token of [
      '',
      '.',
      id,
      `${id}.${expiry}.test.${'A'.repeat(43)}`,
      `${id}.${expiry}.none.${'A'.repeat(43)}`,
    ])
      messages.push(await isRefused(token));
    messages.push(await isRefused(`${randomUUID()}.${expiry}.test.${'A'.repeat(43)}`));
    messages.push(await isRefused('x'.repeat(10_000)));
    expect(new Set(messages).size).toBe(1);
    expect((await confirm(7)).body.error).toBe('VALIDATION_FAILED');
    expect((await confirm(undefined)).body.error).toBe('VALIDATION_FAILED');
  });
});
