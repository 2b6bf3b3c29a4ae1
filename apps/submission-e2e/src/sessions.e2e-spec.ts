import { type ApiCall, callApi, sharedStack } from '@shipyard/testing';
import type { Failure } from './participant';

interface SignIn {
  ok: true;
  data: { account: { id: string; handle: string; email: string }; csrf_token: string };
}

const PASSWORD = 'correct horse battery';
let made = 0;

describe('sign-in and sign-out', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;

  const register = async () => {
    made += 1;
    const handle = `log-${process.pid}-${Date.now().toString(36)}-${made}`;
    const json = { handle, display_name: 'Logs In', email: `${handle}@example.com`, password: PASSWORD };
    const { status, body } = await callApi<{ data: { token: string; account: { id: string } } }>(
      url,
      'POST',
      '/accounts',
      { json },
    );
    if (status !== 201) throw new Error('The account was not made');
    return { ...json, token: body.data.token, accountId: body.data.account.id };
  };
  const signIn = async (email: string, password = PASSWORD) => {
    const answer = await callApi<SignIn>(url, 'POST', '/accounts/login', { json: { email, password } });
    const setCookie = answer.headers.get('set-cookie') ?? '';
    return { ...answer, setCookie, cookie: setCookie.split(';')[0] ?? '' };
  };
  const someoneLoggedIn = async () => {
    const account = await register();
    const { cookie, body } = await signIn(account.email);
    const ask = (method: string, path: string, csrf?: string | null, call: ApiCall = {}) =>
      callApi<Failure & { data: { account: { handle: string } } }>(url, method, path, {
        ...call,
        headers: { cookie, ...(csrf !== null && { 'x-csrf-token': csrf ?? body.data.csrf_token }), ...call.headers },
      });
    return { ...account, cookie, csrf: body.data.csrf_token, ask };
  };

  it('return the account, a CSRF token and an HttpOnly cookie that is stored as a hash', async () => {
    const { email, handle, accountId } = await register();
    const { status, body, setCookie, cookie, headers } = await signIn(email.toUpperCase());
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.data.account).toMatchObject({ handle, email });
    expect(body.data.csrf_token).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(setCookie).toMatch(
      /^shipyard_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const rows = await stack.query(
      'submission',
      "SELECT s::text AS line, expires_at > now() + interval '29 days' AS lasts FROM sessions s WHERE account_id = $1",
      [accountId],
    );
    expect(rows).toEqual([
      { line: expect.not.stringContaining(cookie.split('=')[1] ?? 'none') as string, lasts: true },
    ]);
  });

  it('give the same response to a wrong password and an unknown email', async () => {
    const { email } = await register();
    const answers = [await signIn(email, 'wrong password'), await signIn('nobody@example.com')];
    for (const { status, setCookie } of answers) expect([status, setCookie]).toEqual([401, '']);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers[0]?.body).toMatchObject({ ok: false, error: 'LOGIN_INVALID' });
  });

  it.each<[string, object, string]>([
    ['no email', { password: PASSWORD }, 'email'],
    ['no password', { email: 'a@example.com' }, 'password'],
    ['a password of 201', { email: 'a@example.com', password: 'x'.repeat(201) }, 'password'],
    ['an object for an email', { email: {}, password: PASSWORD }, 'email'],
    ['an unknown field', { email: 'a@example.com', password: PASSWORD, remember: true }, 'remember'],
  ])('refuse a sign-in with %s', async (_, json, field) => {
    const { status, body } = await callApi<Failure>(url, 'POST', '/accounts/login', { json });
    expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details).toMatchObject({ fields: [{ field }] });
  });

  it('let the cookie read, and write with its CSRF token', async () => {
    const { ask, handle } = await someoneLoggedIn();
    expect((await ask('GET', '/accounts/me', null)).body.data.account.handle).toBe(handle);
    expect((await ask('PATCH', '/accounts/me', undefined, { json: { bio: 'By cookie' } })).status).toBe(200);
    const created = await ask('POST', '/accounts/tokens', undefined, { json: { name: 'By cookie' } });
    expect([created.status, created.headers.get('ratelimit-limit')]).toEqual([201, '12000']);
  });

  it("refuse a cookie's write without its CSRF token, with a wrong one, or with another session's", async () => {
    const [one, other] = [await someoneLoggedIn(), await someoneLoggedIn()];
    for (const csrf of [null, 'x', `${one.csrf}x`, other.csrf]) {
      for (const [method, path] of [
        ['PATCH', '/accounts/me'],
        ['POST', '/accounts/tokens'],
        ['POST', '/projects'],
        ['DELETE', '/accounts/tokens/x'],
        ['POST', '/accounts/logout'],
      ] as const) {
        const { status, body } = await one.ask(method, path, csrf);
        expect([status, body.error]).toEqual([403, 'CSRF_INVALID']);
      }
    }
    expect((await one.ask('GET', '/accounts/me', null)).status).toBe(200);
  });

  it('need no CSRF token if an API token is sent, and then act as its holder', async () => {
    const [one, other] = [await someoneLoggedIn(), await register()];
    const answer = await one.ask('PATCH', '/accounts/me', null, { json: { bio: 'By token' }, token: other.token });
    expect([answer.status, answer.body.data.account.handle]).toEqual([200, other.handle]);
    expect((await one.ask('GET', '/accounts/me', null, { headers: { 'x-api-key': 'pst_x' } })).body.error).toBe(
      'AUTH_TOKEN_INVALID',
    );
  });

  it('replay a response to its session, whatever other cookies are sent', async () => {
    const { ask, cookie } = await someoneLoggedIn();
    const create = (cookies: string) =>
      ask('POST', '/accounts/tokens', undefined, {
        json: { name: 'A' },
        headers: { cookie: cookies, 'idempotency-key': cookie.slice(-20) },
      });
    const first = await create(`theme=dark; ${cookie}`);
    const second = await create(`${cookie}; theme=light`);
    expect([first.status, second.status, second.headers.get('idempotency-replayed'), second.text]).toEqual([
      201,
      201,
      'true',
      first.text,
    ]);
  });

  it('match an email in any Unicode form', async () => {
    const name = `e\u0301-${process.pid}-${Date.now().toString(36)}`;
    const json = {
      handle: `log-${process.pid}-${Date.now().toString(36)}-e`,
      display_name: 'A',
      email: `${name}@example.com`,
      password: PASSWORD,
    };
    expect((await callApi(url, 'POST', '/accounts', { json })).status).toBe(201);
    const forms = [json.email, json.email.normalize('NFC')];
    for (const email of forms) expect((await signIn(email)).status).toBe(200);
    const again = await callApi<Failure>(url, 'POST', '/accounts', {
      json: { ...json, handle: `${json.handle}2`, email: forms[1] },
    });
    expect(again.body.error).toBe('EMAIL_TAKEN');
  });

  it('leave no response in a cache', async () => {
    const { ask, token } = await someoneLoggedIn();
    const answers = [
      await ask('GET', '/accounts/me', null),
      await callApi(url, 'GET', '/accounts/tokens', { token }),
      await callApi(url, 'GET', '/accounts/me'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
      [401, 'no-store'],
    ]);
  });

  it('allow another sign-in from a page that has lost its CSRF token', async () => {
    const { ask, email } = await someoneLoggedIn();
    expect((await ask('POST', '/accounts/login', null, { json: { email, password: PASSWORD } })).status).toBe(200);
  });

  it('end a session at sign-out, and clear the cookie', async () => {
    const { ask, email } = await someoneLoggedIn();
    const second = await signIn(email);
    const out = await ask('POST', '/accounts/logout');
    expect([out.status, out.body]).toEqual([200, { ok: true, data: {} }]);
    expect(out.headers.get('clear-site-data')).toBe('"storage"');
    expect(out.headers.get('set-cookie')).toMatch(
      /^shipyard_session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    expect((await ask('GET', '/accounts/me', null)).body.error).toBe('AUTH_TOKEN_MISSING');
    expect((await ask('POST', '/accounts/logout')).body.error).toBe('AUTH_TOKEN_MISSING');
    expect((await ask('GET', '/projects', null)).status).toBe(200);
    expect((await callApi(url, 'GET', '/accounts/me', { headers: { cookie: second.cookie } })).status).toBe(200);
  });

  it('end every session, and no token, when the password changes', async () => {
    const { ask, email, token } = await someoneLoggedIn();
    const second = await signIn(email);
    expect(
      (
        await ask('PATCH', '/accounts/me', undefined, {
          json: { password: 'another password', current_password: 'a wrong one' },
        })
      ).status,
    ).toBe(401);
    expect((await ask('GET', '/accounts/me', null)).status).toBe(200);
    expect(
      (
        await ask('PATCH', '/accounts/me', undefined, {
          json: { password: 'another password', current_password: PASSWORD },
        })
      ).status,
    ).toBe(200);
    for (const cookie of [undefined, second.cookie]) {
      expect((await ask('GET', '/accounts/me', null, { headers: cookie ? { cookie } : {} })).status).toBe(401);
    }
    expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(200);
    expect([(await signIn(email)).status, (await signIn(email, 'another password')).status]).toEqual([401, 200]);
  });

  it('leave no session of the old password, even for simultaneous requests', async () => {
    const { email, token } = await register();
    const change = callApi(url, 'PATCH', '/accounts/me', {
      token,
      json: { password: 'another password', current_password: PASSWORD },
    });
    const signIns = await Promise.all([
      ...Array.from({ length: 8 }, () => signIn(email)),
      change.then(() => signIn(email)),
    ]);
    for (const { cookie } of signIns.filter(({ status }) => status === 200)) {
      expect((await callApi(url, 'GET', '/accounts/me', { headers: { cookie } })).status).toBe(401);
    }
    expect(signIns.at(-1)?.status).toBe(401);
  });

  it('refuse an expired session, and delete it at the next sign-in', async () => {
    const { ask, email, accountId } = await someoneLoggedIn();
    await stack.query(
      'submission',
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
      [accountId],
    );
    expect((await ask('GET', '/accounts/me', null)).body.error).toBe('AUTH_TOKEN_MISSING');
    await signIn(email);
    expect(
      await stack.query('submission', 'SELECT count(*)::integer AS count FROM sessions WHERE account_id = $1', [
        accountId,
      ]),
    ).toEqual([{ count: 1 }]);
  });

  it('refuse a suspended account, in a session and at sign-in', async () => {
    const { ask, email, accountId } = await someoneLoggedIn();
    await stack.query('submission', 'UPDATE accounts SET suspended_at = now() WHERE id = $1', [accountId]);
    expect((await ask('GET', '/accounts/me', null)).body.error).toBe('FORBIDDEN');
    expect((await signIn(email)).body).toMatchObject({ ok: false, error: 'FORBIDDEN' });
    expect((await signIn(email, 'wrong password')).body).toMatchObject({ error: 'LOGIN_INVALID' });
  });

  it('sign in the demo accounts', async () => {
    const { participant, staff_logins } = stack.credentials;
    for (const { email, password } of [participant, staff_logins.admin])
      expect((await signIn(email, password)).status).toBe(200);
  });
});
