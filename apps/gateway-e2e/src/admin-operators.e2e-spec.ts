import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type ApiCall, callApi, sharedStack } from '@shipyard/testing';
import { Admin, type AdminBody } from './admin-client';

interface SignIn {
  user: { id: string; email: string; role: string };
  csrf_token: string;
}

const CREATE_OWNER_KEY = path.resolve(__dirname, '../../../dist/apps/gateway/create-owner-key.js');
const PASSWORD = 'correct horse battery';
let made = 0;

describe('operators', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const newEmail = () => `suite-${process.pid}-${Date.now().toString(36)}-${(made += 1)}@example.com`;
  const nothing = '00000000-0000-7000-8000-000000000000';

  const signIn = async (email: string, password = PASSWORD) => {
    const answer = await callApi<AdminBody<SignIn>>(stack.gatewayUrl, 'POST', '/admin/login', {
      json: { email, password },
    });
    const setCookie = answer.headers.get('set-cookie') ?? '';
    return { ...answer, setCookie, cookie: setCookie.split(';')[0] ?? '' };
  };
  const someoneLoggedIn = async (role: string) => {
    const email = newEmail();
    const { user } = await owner.do<SignIn>('POST', '/users', { email, password: PASSWORD, role });
    const { cookie, body } = await signIn(email);
    const ask = (method: string, path: string, csrf: string | null = body.data.csrf_token, call: ApiCall = {}) =>
      callApi<AdminBody<unknown>>(stack.gatewayUrl, method, `/admin${path}`, {
        ...call,
        headers: { cookie, ...(csrf !== null && { 'x-csrf-token': csrf }), ...call.headers },
      });
    return { email, userId: user.id, cookie, csrf: body.data.csrf_token, ask };
  };

  describe('with admin keys', () => {
    it.each<['viewer' | 'operator' | 'owner', string, string, unknown, boolean]>([
      ['viewer', 'GET', '/customers', undefined, true],
      ['viewer', 'GET', '/audit', undefined, true],
      ['viewer', 'GET', '/ledger', undefined, true],
      ['viewer', 'POST', '/customers', { name: 'a' }, false],
      ['viewer', 'DELETE', `/keys/${nothing}`, undefined, false],
      ['viewer', 'GET', '/ledger-files', undefined, true],
      ['viewer', 'POST', '/ledger-files', {}, false],
      ['viewer', 'GET', '/admin-keys', undefined, false],
      ['operator', 'POST', '/customers', { name: 'a' }, true],
      ['operator', 'GET', '/admin-keys', undefined, false],
      ['operator', 'GET', '/users', undefined, false],
      ['operator', 'POST', '/admin-keys', { name: 'a', role: 'viewer' }, false],
      ['operator', 'POST', '/users', { email: 'a@example.com', password: PASSWORD, role: 'viewer' }, false],
      ['operator', 'DELETE', `/users/${nothing}`, undefined, false],
      ['operator', 'PATCH', `/users/${nothing}`, { role: 'owner' }, false],
      ['operator', 'GET', `/users/${nothing}/sessions`, undefined, false],
      ['operator', 'DELETE', `/users/${nothing}/sessions`, undefined, false],
      ['operator', 'GET', `/users/${nothing}/totp`, undefined, false],
      ['operator', 'DELETE', `/users/${nothing}/totp`, undefined, false],
      ['owner', 'GET', '/users', undefined, true],
    ])('%s: %s %s', async (role, method, path, json, isAllowed) => {
      const admin = await owner.as(role);
      const { status, body } = await admin.call(method, path, json);
      if (isAllowed) expect(status).toBeLessThan(300);
      else expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
    });

    it('protects every route but sign-in', async () => {
      for (const [method, path] of [
        ['GET', '/customers'],
        ['POST', '/keys'],
        ['GET', '/ledger?format=csv'],
        ['POST', '/logout'],
        ['DELETE', `/users/${nothing}`],
      ] as const) {
        const { status, body } = await callApi<AdminBody<unknown>>(stack.gatewayUrl, method, `/admin${path}`);
        expect([path, status, body.error]).toEqual([path, 401, 'AUTH_TOKEN_MISSING']);
      }
    });

    it('ends a key at once, and shows its secret once', async () => {
      const { admin_key, secret } = await owner.do<{ admin_key: { id: string; last4: string }; secret: string }>(
        'POST',
        '/admin-keys',
        { name: 'Once', role: 'viewer' },
      );
      expect(secret).toMatch(/^gwa_[0-9A-Za-z]{38}$/);
      expect(admin_key.last4).toBe(secret.slice(-4));
      const other = new Admin(stack.gatewayUrl, secret);
      expect((await other.call('GET', '/customers')).status).toBe(200);
      expect((await owner.call('GET', `/admin-keys/${admin_key.id}`)).text).not.toContain(secret);
      expect(
        (await owner.do<{ admin_key: { revoked_at: string } }>('DELETE', `/admin-keys/${admin_key.id}`)).admin_key
          .revoked_at,
      ).toMatch(/Z$/);
      expect((await other.call('GET', '/customers')).body.error).toBe('AUTH_TOKEN_INVALID');
      const [stored] = await stack.query('gateway', 'SELECT k::text AS line FROM admin_keys k WHERE id = $1', [
        admin_key.id,
      ]);
      expect(stored?.line).not.toContain(secret.slice(4, -4));
    });
  });

  describe('of a new installation', () => {
    const createOwnerKey = (...names: string[]) => {
      const env = { PATH: process.env.PATH, GATEWAY_DATABASE_URL: stack.view.databaseUrls.gateway };
      const { status, stdout, stderr } = spawnSync(process.execPath, [CREATE_OWNER_KEY, ...names], {
        env,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };

    it('get an owner from the command line, which the audit trail records', async () => {
      const { status, stdout } = createOwnerKey('Ada at the console');
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^gwa_[0-9A-Za-z]{38}\n$/)]);
      const first = new Admin(stack.gatewayUrl, stdout.trim());
      const [newest] = (
        await first.do<{ items: { id: string; name: string; role: string }[] }>('GET', '/admin-keys?limit=1')
      ).items;
      expect(newest).toMatchObject({ name: 'Ada at the console', role: 'owner' });
      const [entry] = (await first.do<{ items: object[] }>('GET', '/audit?limit=1')).items;
      expect(entry).toMatchObject({
        action: 'admin_key.create',
        actor: { name: 'create-owner-key' },
        before: null,
        after: { name: 'Ada at the console' },
      });
      await owner.do('DELETE', `/admin-keys/${newest?.id}`);
    });

    it('are told in one line why a key name is invalid', () => {
      expect(createOwnerKey('')).toEqual({
        status: 1,
        stdout: '',
        stderr: 'The name of the key must not be empty. Pass another name.\n',
      });
    });
  });

  describe('in the console', () => {
    it('sign in with a cookie that scripts cannot read, stored only as a hash', async () => {
      const email = newEmail();
      await owner.do('POST', '/users', { email: email.toUpperCase(), password: PASSWORD, role: 'operator' });
      const { status, body, setCookie, cookie, headers } = await signIn(email.toUpperCase());
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body.data).toEqual({
        user: { id: expect.any(String) as string, email, role: 'operator', created_at: expect.any(String) as string },
        csrf_token: expect.any(String) as string,
      });
      expect(setCookie).toMatch(
        /^gateway_session=[\w-]{43}; Max-Age=43200; Path=\/admin; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      const [session] = await stack.query(
        'gateway',
        'SELECT s::text AS line FROM console_sessions s WHERE user_id = $1',
        [body.data.user.id],
      );
      expect(session?.line).not.toContain(cookie.split('=')[1]);
      const [user] = await stack.query('gateway', 'SELECT password_hash FROM console_users WHERE id = $1', [
        body.data.user.id,
      ]);
      expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    });

    it('read with the cookie, and write only with its CSRF token', async () => {
      const [one, other] = [await someoneLoggedIn('operator'), await someoneLoggedIn('operator')];
      expect((await one.ask('GET', '/customers', null)).status).toBe(200);
      for (const csrf of [null, 'x', `${one.csrf}x`, other.csrf]) {
        const { status, body } = await one.ask('POST', '/customers', csrf, { json: { name: 'a' } });
        expect([status, body.error]).toEqual([403, 'CSRF_INVALID']);
      }
      expect((await one.ask('POST', '/customers', one.csrf, { json: { name: 'a' } })).status).toBe(201);
      expect((await one.ask('GET', '/users')).body.error).toBe('FORBIDDEN');
    });

    it('lose the session with sign-out, and with the user', async () => {
      const [one, other] = [await someoneLoggedIn('viewer'), await someoneLoggedIn('viewer')];
      expect((await one.ask('POST', '/logout', null)).body.error).toBe('CSRF_INVALID');
      const out = await one.ask('POST', '/logout');
      expect([out.status, out.headers.get('set-cookie')]).toEqual([
        200,
        expect.stringMatching(/^gateway_session=; Path=\/admin; Expires=Thu, 01 Jan 1970/),
      ]);
      expect((await one.ask('GET', '/customers')).body.error).toBe('AUTH_TOKEN_MISSING');
      await owner.do('DELETE', `/users/${other.userId}`);
      expect((await other.ask('GET', '/customers')).body.error).toBe('AUTH_TOKEN_MISSING');
      expect((await signIn(other.email)).body.error).toBe('LOGIN_INVALID');
    });

    it('get the same answer for a wrong password and an unknown email', async () => {
      const { email } = await someoneLoggedIn('viewer');
      const answers = [await signIn(email, 'a wrong password'), await signIn(newEmail(), 'a wrong password')];
      for (const { status, setCookie } of answers) expect([status, setCookie]).toEqual([401, '']);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect(answers[0]?.body.error).toBe('LOGIN_INVALID');
    });

    it('are throttled after ten failures for an email, parallel ones too, and not for another email', async () => {
      const { email } = await someoneLoggedIn('viewer');
      for (let good = 0; good < 3; good += 1) expect((await signIn(email)).status).toBe(200);
      const failures = await Promise.all(Array.from({ length: 15 }, () => signIn(email, 'a wrong password')));
      expect(failures.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(5).fill(429),
      ]);
      const right = await signIn(email.toUpperCase());
      expect([right.status, right.body.error]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(right.headers.get('retry-after'))).toBe(right.body.details?.retry_after_seconds);
      const { gateway_console } = stack.credentials;
      expect((await signIn(gateway_console.email, gateway_console.password)).body.data.user.role).toBe('owner');
    });

    it.each<[string, object, string]>([
      ['an email that is taken', {}, 'CONFLICT'],
      ['a short password', { email: 'b@example.com', password: 'short' }, 'VALIDATION_FAILED'],
      ['no email', { email: 'nobody' }, 'VALIDATION_FAILED'],
      ['an unknown role', { email: 'b@example.com', role: 'king' }, 'VALIDATION_FAILED'],
      ['an unknown field', { email: 'b@example.com', admin: true }, 'VALIDATION_FAILED'],
    ])('cannot create a user with %s', async (_, change, code) => {
      const { email } = stack.credentials.gateway_console;
      const { body } = await owner.call('POST', '/users', { email, password: PASSWORD, role: 'viewer', ...change });
      expect(body.error).toBe(code);
    });
  });
});
