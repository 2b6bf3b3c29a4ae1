import { mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import { type ApiCall, callApi, sharedStack, waitUntil } from '@shipyard/testing';
import type { Failure } from './participant';

interface AccountView {
  id: string;
  handle: string;
  birth_date: string | null;
}

interface TokenView {
  id: string;
  name: string;
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface Success<Data> {
  ok: true;
  data: Data;
}

const PASSWORD = 'correct horse battery';
let made = 0;

function newcomer(changes: object = {}) {
  made += 1;
  const handle = `new-${process.pid}-${Date.now().toString(36)}-${made}`;
  return { handle, display_name: 'New Comer', email: `${handle}@example.com`, password: PASSWORD, ...changes };
}

describe('accounts and tokens', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;
  const call = <Data>(method: string, path: string, options: ApiCall = {}) =>
    callApi<Success<Data>>(url, method, path, options);
  const refused = async (method: string, path: string, options: ApiCall = {}) => {
    const { status, body } = await callApi<Failure>(url, method, path, options);
    return { status, error: body.error, fields: body.details?.fields };
  };
  const register = async (changes: object = {}) => {
    const input = newcomer(changes);
    const { status, body, text } = await call<{ account: AccountView; token: string }>('POST', '/accounts', {
      json: input,
    });
    if (status !== 201) throw new Error(`The account was not made: ${text}`);
    return { ...input, ...body.data };
  };
  const tokensOf = async (token: string) =>
    (await call<{ tokens: TokenView[] }>('GET', '/accounts/tokens', { token })).body.data.tokens;

  it('creates an account with a working token, and stores neither secret in plain text', async () => {
    const input = newcomer({ birth_date: '2001-02-03', display_name: 'Zoe\u0308' });
    const { status, headers, body } = await call<{ account: AccountView; token: string }>('POST', '/accounts', {
      json: input,
    });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { account, token } = body.data;
    expect(isWellFormedToken('pst_', token)).toBe(true);
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      handle: input.handle,
      display_name: 'Zoë',
      bio: '',
      locale: 'en',
      email: input.email,
      birth_date: '2001-02-03',
      mail_opt_out: false,
      email_confirmed_at: null,
      guardian: null,
      roles: ['participant'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect((await call('GET', '/accounts/me', { token })).body.data).toEqual({ account });
    const [row] = await stack.query('submission', 'SELECT password_hash FROM accounts WHERE id = $1', [account.id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    const rows = await stack.query('submission', 'SELECT t::text AS line FROM api_tokens t WHERE account_id = $1', [
      account.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 38));
  });

  it.each<[string, object, string]>([
    ['a handle of 2', { handle: 'ab' }, 'handle'],
    ['a handle of 33', { handle: 'a'.repeat(33) }, 'handle'],
    ['a handle with a capital', { handle: 'Abc' }, 'handle'],
    ['an empty name', { display_name: ' ' }, 'display_name'],
    ['a name of 81', { display_name: 'x'.repeat(81) }, 'display_name'],
    ['a name with a control character', { display_name: 'a\u0000b' }, 'display_name'],
    ['no email', { email: undefined }, 'email'],
    ['an email that is none', { email: 'a@b' }, 'email'],
    ['a password of 9', { password: 'x'.repeat(9) }, 'password'],
    ['a password of 201', { password: 'x'.repeat(201) }, 'password'],
    ['a birth date that is no day', { birth_date: '2001-02-30' }, 'birth_date'],
    ['a birth date to come', { birth_date: '2999-01-01' }, 'birth_date'],
    ['roles', { roles: ['admin'] }, 'roles'],
  ])('refuses an account with %s', async (_, changes, field) => {
    expect(await refused('POST', '/accounts', { json: newcomer(changes) })).toMatchObject({
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: [{ field }],
    });
  });

  it('accepts an account with every field at its limit', async () => {
    await register({ display_name: '😀'.repeat(80), password: '😀'.repeat(10) });
    await register({ display_name: 'x', password: 'y'.repeat(200) });
  });

  it('refuses a handle or an email that is taken, in any letter case', async () => {
    const { handle, email } = await register();
    expect(await refused('POST', '/accounts', { json: newcomer({ handle }) })).toMatchObject({
      status: 409,
      error: 'HANDLE_TAKEN',
    });
    const again = newcomer({ email: email.toUpperCase() });
    expect(await refused('POST', '/accounts', { json: again })).toMatchObject({ status: 409, error: 'EMAIL_TAKEN' });
  });

  it('creates one account when ten requests ask for the same handle at once', async () => {
    const { handle } = newcomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refused('POST', '/accounts', { json: newcomer({ handle }) })),
    );
    expect(answers.map(({ status, error }) => `${status} ${error}`).sort()).toEqual([
      '201 undefined',
      ...Array.from({ length: 9 }, () => '409 HANDLE_TAKEN'),
    ]);
  });

  it('changes what is sent and nothing else', async () => {
    const { token, account } = await register();
    const changes = { display_name: 'Other', bio: 'One\r\ntwo', locale: 'zh-CN', mail_opt_out: true };
    const { status, body } = await call('PATCH', '/accounts/me', { token, json: changes });
    expect([status, body.data]).toEqual([200, { account: { ...account, ...changes, bio: 'One\ntwo' } }]);
    expect((await call('PATCH', '/accounts/me', { token, json: {} })).body.data).toEqual(body.data);
    expect(await stack.query('submission', 'SELECT mail_opt_out FROM accounts WHERE id = $1', [account.id])).toEqual([
      { mail_opt_out: true },
    ]);
  });

  it.each<[string, object, string]>([
    ['a name of 81', { display_name: 'x'.repeat(81) }, 'display_name'],
    ['no name', { display_name: null }, 'display_name'],
    ['a bio of 501', { bio: '😀'.repeat(501) }, 'bio'],
    ['a bio with NUL', { bio: 'a\0' }, 'bio'],
    ['another locale', { locale: 'de' }, 'locale'],
    ['a word for a flag', { mail_opt_out: 'yes' }, 'mail_opt_out'],
    ['a handle', { handle: 'other' }, 'handle'],
    ['an email', { email: 'other@example.com' }, 'email'],
    ['a password alone', { password: 'another password' }, 'current_password'],
    ['the current password alone', { current_password: PASSWORD }, 'password'],
    ['a short password', { password: 'x'.repeat(9), current_password: PASSWORD }, 'password'],
  ])('refuses to change %s', async (_, json, field) => {
    const { token } = await register();
    expect(await refused('PATCH', '/accounts/me', { token, json })).toMatchObject({
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: [{ field }],
    });
  });

  it('accepts a bio of 500 characters', async () => {
    const { token } = await register();
    expect((await call('PATCH', '/accounts/me', { token, json: { bio: '😀'.repeat(500) } })).status).toBe(200);
  });

  it('accepts a date of birth once, even if several requests send one at once', async () => {
    const { token } = await register();
    const days = Array.from({ length: 5 }, (_, at) => `2001-02-0${at + 1}`);
    const answers = await Promise.all(
      days.map((birth_date) => refused('PATCH', '/accounts/me', { token, json: { birth_date, bio: birth_date } })),
    );
    expect(answers.map(({ status, error }) => `${status} ${error}`).sort()).toEqual([
      '200 undefined',
      ...Array.from({ length: 4 }, () => '403 FORBIDDEN'),
    ]);
    const { account } = (await call<{ account: AccountView & { bio: string } }>('GET', '/accounts/me', { token })).body
      .data;
    expect(account.bio).toBe(account.birth_date);
  });

  it('changes the password once if the current one is right', async () => {
    const { token } = await register();
    const change = (current_password: string, password: string) =>
      refused('PATCH', '/accounts/me', { token, json: { current_password, password } });
    expect(await change('a wrong password', 'another password')).toMatchObject({ status: 401, error: 'LOGIN_INVALID' });
    const answers = await Promise.all(
      ['password one', 'password two', 'password six'].map((password) => change(PASSWORD, password)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await change(PASSWORD, 'another password')).toMatchObject({ status: 401, error: 'LOGIN_INVALID' });
  });

  it('creates, lists and revokes tokens', async () => {
    const { token } = await register();
    const created = await call<TokenView & { token: string }>('POST', '/accounts/tokens', {
      token,
      json: { name: 'Laptop', expires_at: '2999-01-01T01:00:00+01:00' },
    });
    const { token: second, ...view } = created.body.data;
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(view).toMatchObject({
      name: 'Laptop',
      last4: second.slice(-4),
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect((await tokensOf(token)).map(({ name }) => name)).toEqual(['Laptop', 'First token']);

    const revoked = await call('DELETE', `/accounts/tokens/${view.id}`, { token });
    expect([revoked.status, revoked.body]).toEqual([200, { ok: true, data: {} }]);
    expect(await refused('GET', '/accounts/me', { token: second })).toMatchObject({
      status: 401,
      error: 'AUTH_TOKEN_INVALID',
    });
    expect(await refused('GET', '/projects', { token: second })).toMatchObject({
      status: 401,
      error: 'AUTH_TOKEN_INVALID',
    });
    expect((await tokensOf(token)).map(({ name, revoked_at: revokedAt }) => [name, revokedAt !== null])).toEqual([
      ['First token', false],
      ['Laptop', true],
    ]);
    expect(await refused('DELETE', `/accounts/tokens/${view.id}`, { token })).toMatchObject({
      status: 404,
      error: 'NOT_FOUND',
    });
  });

  it("does not revoke another account's token, or one that does not exist", async () => {
    const [one, other] = [await register(), await register()];
    const [foreign] = await tokensOf(other.token);
    for (const id of [foreign?.id, '00000000-0000-7000-8000-000000000000', 'x']) {
      expect(await refused('DELETE', `/accounts/tokens/${id}`, { token: one.token })).toMatchObject({
        status: 404,
        error: 'NOT_FOUND',
      });
    }
    expect((await call('GET', '/accounts/me', { token: other.token })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['a name of 81', { name: 'x'.repeat(81) }, 'name'],
    ['an end that is past', { name: 'a', expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no day', { name: 'a', expires_at: '2999-02-30T00:00:00Z' }, 'expires_at'],
    ['an end without an offset', { name: 'a', expires_at: '2999-01-01T00:00:00' }, 'expires_at'],
    ['an end in seconds', { name: 'a', expires_at: 32472144000 }, 'expires_at'],
  ])('refuses a token with %s', async (_, json, field) => {
    const { token } = await register();
    expect(await refused('POST', '/accounts/tokens', { token, json })).toMatchObject({
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: [{ field }],
    });
  });

  it('refuses a token that has expired', async () => {
    const { token, account } = await register();
    await stack.query(
      'submission',
      `UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
      [account.id],
    );
    expect(await refused('GET', '/accounts/me', { token })).toMatchObject({ status: 401, error: 'AUTH_TOKEN_INVALID' });
  });

  it('shows after some seconds when a token was last used', async () => {
    const { token } = await register();
    const [first] = await waitUntil(
      () => tokensOf(token),
      ([entry]) => typeof entry?.last_used_at === 'string',
    );
    expect(Date.parse(first?.last_used_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('needs a token for everything except registration', async () => {
    for (const [method, path] of [
      ['GET', '/me'],
      ['PATCH', '/me'],
      ['GET', '/tokens'],
      ['POST', '/tokens'],
      ['DELETE', '/tokens/x'],
      ['DELETE', '/tokens'],
    ] as const) {
      expect(await refused(method, `/accounts${path}`)).toMatchObject({ status: 401, error: 'AUTH_TOKEN_MISSING' });
    }
    expect(await refused('POST', '/accounts', { token: mintToken('pst_'), json: newcomer() })).toMatchObject({
      status: 401,
      error: 'AUTH_TOKEN_INVALID',
    });
  });
});
