import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
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
