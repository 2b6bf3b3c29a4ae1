import { type ApiCall, callApi, codeOf, sharedStack, wrongCodeOf } from '@shipyard/testing';
import { URI } from 'otpauth';
import { Admin } from './admin-client';
import { GatewayReplica } from './gateway-replica';

interface Answer {
  ok: boolean;
  error?: string;
  details?: { second_factor?: string; fields?: { field: string }[]; retry_after_seconds?: number };
  data: {
    csrf_token: string;
    secret: string;
    otpauth_url: string;
    recovery_codes: string[];
    totp: object;
    items: { id: string; current: boolean; second_factor_at: string | null; expires_at: string }[];
    next_cursor: string | null;
  };
}

const PASSWORD = 'correct horse battery';
let made = 0;

describe('a user of the console', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let strict: GatewayReplica | undefined;
  const strictUrl = async () => (strict ??= await GatewayReplica.start(stack, { STAFF_TOTP: 'required' })).url;

  afterAll(() => strict?.end('SIGKILL'));

  const newUser = async (role = 'operator', url = stack.gatewayUrl) => {
    made += 1;
    const email = `second-${process.pid}-${Date.now().toString(36)}-${made}@example.com`;
    const { user } = await owner.do<{ user: { id: string } }>('POST', '/users', { email, password: PASSWORD, role });
    const signIn = async (proof: object = {}) => {
      const answer = await callApi<Answer>(url, 'POST', '/admin/login', {
        json: { email, password: PASSWORD, ...proof },
      });
      const setCookie = answer.headers.get('set-cookie') ?? '';
      const ask = (method: string, path: string, json?: unknown, call: ApiCall = {}) =>
        callApi<Answer>(url, method, `/admin${path}`, {
          json,
          ...call,
          headers: {
            cookie: setCookie.split(';')[0] ?? '',
            'x-csrf-token': answer.body.data.csrf_token,
            ...call.headers,
          },
        });
      return { ...answer, setCookie, ask };
    };
    const setUpTotp = async () => {
      const session = await signIn();
      const { secret } = (await session.ask('POST', '/totp', { password: PASSWORD })).body.data;
      const confirmed = await session.ask('POST', '/totp/confirm', { code: codeOf(secret) });
      if (confirmed.status !== 200) throw new Error(`The second factor was not confirmed: ${confirmed.text}`);
      return { session, secret, recoveryCodes: confirmed.body.data.recovery_codes };
    };
    const newCode = async (secret: string) => {
      await stack.query('gateway', 'UPDATE second_factors SET last_step = 0 WHERE owner_id = $1', [user.id]);
      return codeOf(secret);
    };
    return { id: user.id, email, signIn, setUpTotp, newCode };
  };

  describe('with a second factor', () => {
    it('shows it again for credits, keys, refunds and users after 15 minutes', async () => {
      const [user, other] = [await newUser('owner'), await newUser('viewer')];
      const { session, secret } = await user.setUpTotp();
      const { customerId, keyId } = await owner.customer('1');
      const credit = () =>
        session.ask(
          'POST',
          `/customers/${customerId}/credits`,
          { amount_cny: '1', reason: 'Suite' },
          {
            headers: { 'idempotency-key': `${user.id} again` },
          },
        );
      const calls: [string, () => Promise<{ status: number; body: Answer }>][] = [
        ['credit', credit],
        ['new key', () => session.ask('POST', '/keys', { customer_id: customerId, name: 'a', scopes: ['text'] })],
        ['key', () => session.ask('PATCH', `/keys/${keyId}`, { rpm: 5 })],
        ['rotation', () => session.ask('POST', `/keys/${keyId}/rotate`, {})],
        ['admin key', () => session.ask('POST', '/admin-keys', { name: 'a', role: 'viewer' })],
        ['role', () => session.ask('PATCH', `/users/${other.id}`, { role: 'operator' })],
        ['sessions', () => session.ask('DELETE', `/users/${other.id}/sessions`)],
        ['reset', () => session.ask('DELETE', `/users/${other.id}/totp`)],
        ['removal', () => session.ask('DELETE', `/users/${other.id}`)],
        ['price list', () => session.ask('POST', '/price-lists', { name: `Fresh ${user.id}` })],
        [
          'refund',
          () =>
            session.ask(
              'POST',
              `/requests/${customerId}/refund`,
              { reason: 'Suite' },
              {
                headers: { 'idempotency-key': `${user.id} refund` },
              },
            ),
        ],
      ];
      const statuses = async () => {
        const found: [string, number, string | undefined][] = [];
        for (const [name, call] of calls) {
          const { status, body } = await call();
          found.push([name, status, body.details?.second_factor]);
        }
        return found;
      };
      const age = () =>
        stack.query(
          'gateway',
          `UPDATE console_sessions SET second_factor_at = now() - interval '15 minutes' WHERE user_id = $1`,
          [user.id],
        );
      await stack.query(
        'gateway',
        `UPDATE second_factors SET confirmed_at = now() - interval '1 hour' WHERE owner_id = $1`,
        [user.id],
      );
      await age();
      expect(await statuses()).toEqual(calls.map(([name]) => [name, 403, 'required']));
      expect((await session.ask('GET', '/customers')).status).toBe(200);
      const wrong = await session.ask('POST', '/second-factor', { code: wrongCodeOf(secret) });
      expect([wrong.status, wrong.body.error]).toEqual([401, 'LOGIN_INVALID']);
      expect((await session.ask('POST', '/second-factor', { code: await user.newCode(secret) })).status).toBe(200);
      expect((await statuses()).map(([, status]) => status)).toEqual([
        201, 201, 200, 201, 201, 200, 200, 404, 200, 201, 404,
      ]);
      // Neither an admin key nor a user without a second factor is asked.
      const { key } = await owner.do<{ key: { id: string } }>('PATCH', `/keys/${keyId}`, { rpm: 6 });
      const plain = await (await newUser()).signIn();
      expect([key.id, (await plain.ask('PATCH', `/keys/${keyId}`, { rpm: 7 })).status]).toEqual([keyId, 200]);
      expect((await owner.call('POST', '/second-factor', { code: '123456' })).status).toBe(403);
    });

    it('sets it up with the password and a code, and sees the recovery codes once', async () => {
      const user = await newUser();
      const [session, other] = [await user.signIn(), await user.signIn()];
      expect((await session.ask('GET', '/totp')).body.data.totp).toEqual({
        enabled: false,
        enabled_at: null,
        recovery_codes_left: 0,
        required: false,
      });
      expect((await session.ask('POST', '/totp', { password: 'a wrong one' })).body.error).toBe('LOGIN_INVALID');
      const begun = await session.ask('POST', '/totp', { password: PASSWORD });
      const { secret, otpauth_url: url } = begun.body.data;
      expect([begun.status, begun.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(URI.parse(url)).toMatchObject({
        issuer: 'Shipyard gateway',
        label: user.email,
        secret: { base32: secret },
      });
      expect((await session.ask('POST', '/totp/confirm', { code: wrongCodeOf(secret) })).body.details).toEqual({
        second_factor: 'invalid',
      });
      expect((await user.signIn()).status).toBe(200);
      const confirmed = await session.ask('POST', '/totp/confirm', { code: codeOf(secret) });
      const { recovery_codes: codes } = confirmed.body.data;
      expect([confirmed.status, confirmed.headers.get('cache-control'), new Set(codes).size]).toEqual([
        200,
        'no-store',
        10,
      ]);
      expect([(await other.ask('GET', '/customers')).status, (await session.ask('GET', '/customers')).status]).toEqual([
        401, 200,
      ]);
      expect((await session.ask('POST', '/totp', { password: PASSWORD })).body.error).toBe('CONFLICT');
      const stored = JSON.stringify(
        await stack.query(
          'gateway',
          `SELECT f::text, encode(sealed_secret, 'escape') AS sealed FROM second_factors f WHERE owner_id = $1`,
          [user.id],
        ),
      );
      for (const kept of [secret, Buffer.from(secret).toString('hex')]) expect(stored).not.toContain(kept);
      const trail = await owner.call('GET', '/audit?limit=5');
      expect(trail.body.data).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({ action: 'user.enable_totp', subject_id: user.id, after: { second_factor: true } }),
        ]) as unknown,
      });
      expect(trail.text).not.toContain(secret);
    });

    it('needs it to sign in, and can use each code and recovery code once', async () => {
      const user = await newUser();
      const { secret, recoveryCodes } = await user.setUpTotp();
      const without = await user.signIn();
      expect([without.status, without.body.error, without.body.details, without.setCookie]).toEqual([
        401,
        'LOGIN_INVALID',
        { second_factor: 'required' },
        '',
      ]);
      expect((await user.signIn({ code: codeOf(secret) })).body.details).toEqual({ second_factor: 'invalid' });
      const [code, recoveryCode] = [await user.newCode(secret), recoveryCodes[0]];
      expect((await user.signIn({ code, password: 'a wrong one' })).body.details).toBeUndefined();
      for (const proof of [{ code }, { recovery_code: recoveryCode }]) {
        const statuses = (await Promise.all(Array.from({ length: 5 }, () => user.signIn(proof)))).map(
          ({ status }) => status,
        );
        expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
      }
      expect((await user.signIn({ code: codeOf(secret), recovery_code: 'x' })).body.error).toBe('VALIDATION_FAILED');
    });

    it('is throttled after ten wrong codes, independently of passwords', async () => {
      const user = await newUser();
      const { secret, recoveryCodes } = await user.setUpTotp();
      const wrong = wrongCodeOf(secret);
      for (let at = 0; at < 10; at += 1) expect((await user.signIn({ code: wrong })).status).toBe(401);
      const refused = await user.signIn({ code: await user.newCode(secret) });
      const wait = Number(refused.headers.get('retry-after'));
      expect([refused.status, refused.body.error, refused.body.details, wait > 800]).toEqual([
        429,
        'RATE_LIMITED',
        { retry_after_seconds: wait },
        true,
      ]);
      expect((await user.signIn({ recovery_code: recoveryCodes[0] })).status).toBe(200);
      await stack.query(
        'gateway',
        `UPDATE second_factors SET attempts_since = now() - interval '15 minutes' WHERE owner_id = $1`,
        [user.id],
      );
      expect((await user.signIn({ code: await user.newCode(secret) })).status).toBe(200);
    });

    it('can sign in after wrong codes in a session, and the other way round', async () => {
      const user = await newUser();
      const { session, secret, recoveryCodes } = await user.setUpTotp();
      const wrong = wrongCodeOf(secret);
      const turnOff = (proof: object) => session.ask('DELETE', '/totp', { password: PASSWORD, ...proof });
      for (let at = 0; at < 10; at += 1) expect((await turnOff({ code: wrong })).status).toBe(401);
      const code = await user.newCode(secret);
      expect([(await turnOff({ code })).status, (await user.signIn({ code })).status]).toEqual([429, 200]);
      for (let at = 0; at < 10; at += 1) expect((await user.signIn({ code: wrong })).status).toBe(401);
      expect([
        (await user.signIn({ code: await user.newCode(secret) })).status,
        (await turnOff({ recovery_code: recoveryCodes[0] })).status,
      ]).toEqual([429, 200]);
    });

    it('turns it off with the password and a code', async () => {
      const user = await newUser();
      const { session, secret, recoveryCodes } = await user.setUpTotp();
      expect((await session.ask('DELETE', '/totp', { password: PASSWORD })).body.error).toBe('VALIDATION_FAILED');
      expect(
        (await session.ask('DELETE', '/totp', { password: 'a wrong one', code: await user.newCode(secret) })).body
          .error,
      ).toBe('LOGIN_INVALID');
      expect(
        (await session.ask('DELETE', '/totp', { password: PASSWORD, recovery_code: recoveryCodes[2] })).status,
      ).toBe(200);
      expect((await user.signIn()).status).toBe(200);
    });

    it('cannot be an admin key, which has neither a second factor nor sessions', async () => {
      for (const [method, path, json] of [
        ['GET', '/totp'],
        ['POST', '/totp', { password: PASSWORD }],
        ['GET', '/sessions'],
        ['DELETE', '/sessions'],
      ] as const) {
        expect((await owner.call(method, path, json)).body.error).toBe('FORBIDDEN');
      }
    });
  });

  describe('where second factors are required', () => {
    it.each(['operator', 'owner'])('can only set it up, as %s', async (role) => {
      const user = await newUser(role, await strictUrl());
      const session = await user.signIn();
      for (const [method, path, json] of [
        ['GET', '/customers'],
        ['POST', '/customers', { name: 'a' }],
        ['GET', '/audit'],
      ] as const) {
        const { status, body } = await session.ask(method, path, json);
        expect([status, body.error, body.details]).toEqual([403, 'FORBIDDEN', { second_factor: 'set_up' }]);
      }
      expect((await session.ask('GET', '/totp')).body.data.totp).toMatchObject({ enabled: false, required: true });
      const { session: proved, secret } = await user.setUpTotp();
      expect((await proved.ask('GET', '/customers')).status).toBe(200);
      const again = await user.signIn({ code: await user.newCode(secret) });
      expect((await again.ask('POST', '/customers', { name: 'a' })).status).toBe(201);
      expect(
        (await again.ask('DELETE', '/totp', { password: PASSWORD, code: await user.newCode(secret) })).status,
      ).toBe(200);
      expect((await again.ask('GET', '/customers')).body.details).toEqual({ second_factor: 'set_up' });
      expect((await again.ask('POST', '/logout')).status).toBe(200);
    });

    it('needs none as viewer, or with an admin key', async () => {
      const url = await strictUrl();
      const session = await (await newUser('viewer', url)).signIn();
      expect([
        (await session.ask('GET', '/customers')).status,
        (await new Admin(url, owner.key).call('GET', '/customers')).status,
      ]).toEqual([200, 200]);
    });
  });

  describe('in the hands of an owner', () => {
    const actionsOn = async (id: string) => {
      const { items } = await owner.do<{
        items: { subject_id: string; action: string; before: object; after: object }[];
      }>('GET', '/audit?limit=50');
      return items.filter(({ subject_id }) => subject_id === id);
    };

    it('gets another role, which counts at the next call and is audited once', async () => {
      const user = await newUser('operator');
      const { ask } = await user.signIn();
      const addCustomer = async () => (await ask('POST', '/customers', { name: 'Suite' })).status;
      expect(await addCustomer()).toBe(201);
      for (const role of ['viewer', 'viewer'])
        expect(await owner.do('PATCH', `/users/${user.id}`, { role })).toMatchObject({ user: { id: user.id, role } });
      expect([await addCustomer(), (await ask('GET', '/customers')).status]).toEqual([403, 200]);
      const [changed, ...others] = await actionsOn(user.id);
      expect([changed, others.map(({ action }) => action)]).toMatchObject([
        { action: 'user.update', before: { role: 'operator' }, after: { role: 'viewer' } },
        ['user.create'],
      ]);
      for (const json of [{}, { role: 'king' }, { role: 'viewer', email: 'a@example.com' }])
        expect((await owner.call('PATCH', `/users/${user.id}`, json)).body.error).toBe('VALIDATION_FAILED');
      expect(
        (await owner.call('PATCH', '/users/00000000-0000-7000-8000-000000000000', { role: 'viewer' })).status,
      ).toBe(404);
    });

    it('loses all sessions, and may sign in again', async () => {
      const user = await newUser('viewer');
      const [one, two, other] = [await user.signIn(), await user.signIn(), await (await newUser('viewer')).signIn()];
      const listed = await owner.do<Answer['data']>('GET', `/users/${user.id}/sessions?limit=1`);
      expect([listed.items.map(({ current }) => current), listed.next_cursor]).toEqual([[false], expect.any(String)]);
      for (const times of [1, 2]) {
        expect([times, await owner.do('DELETE', `/users/${user.id}/sessions`)]).toEqual([times, {}]);
        const states = [one, two, other].map(async ({ ask }) => (await ask('GET', '/customers')).status);
        expect(await Promise.all(states)).toEqual([401, 401, 200]);
      }
      expect((await user.signIn()).status).toBe(200);
      expect((await actionsOn(user.id)).map(({ action, before }) => [action, before])).toEqual([
        ['user.end_sessions', { sessions: 2 }],
        ['user.create', null],
      ]);
    });

    it('loses a second factor whose device is lost, but never the owner’s own', async () => {
      const user = await newUser('owner');
      const { session } = await user.setUpTotp();
      expect((await user.signIn()).body.details?.second_factor).toBe('required');
      expect((await session.ask('DELETE', `/users/${user.id}/totp`)).body.error).toBe('CONFLICT');
      const standing = () => owner.do<Answer['data']>('GET', `/users/${user.id}/totp`);
      expect((await standing()).totp).toMatchObject({ enabled: true, recovery_codes_left: 10 });
      expect(await owner.do('DELETE', `/users/${user.id}/totp`)).toEqual({});
      expect([(await standing()).totp, (await session.ask('GET', '/customers')).status]).toEqual([
        { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false },
        401,
      ]);
      expect((await user.signIn()).status).toBe(200);
      expect((await owner.call('DELETE', `/users/${user.id}/totp`)).body.error).toBe('NOT_FOUND');
      expect((await actionsOn(user.id)).map(({ action }) => action)).toContain('user.reset_totp');
    });
  });

  describe('has sessions', () => {
    const age = (userId: string, openedMinutes: number, seenSeconds: number) =>
      stack.query(
        'gateway',
        'UPDATE console_sessions SET created_at = now() - make_interval(mins => $2), last_seen_at = now() - make_interval(secs => $3) WHERE user_id = $1',
        [userId, openedMinutes, seenSeconds],
      );

    it.each(['viewer', 'owner'])('that last 12 hours, and 60 minutes without a call, as %s', async (role) => {
      const user = await newUser(role);
      const session = await user.signIn();
      expect(session.setCookie).toContain('; Max-Age=43200; ');
      const status = async () => (await session.ask('GET', '/customers')).status;
      await age(user.id, 12 * 60 - 1, 59 * 60);
      expect(await status()).toBe(200);
      const [row] = await stack.query(
        'gateway',
        `SELECT last_seen_at > now() - interval '1 minute' AS noted FROM console_sessions WHERE user_id = $1`,
        [user.id],
      );
      expect(row).toEqual({ noted: true });
      await age(user.id, 60, 60 * 60);
      expect(await status()).toBe(401);
      await age(user.id, 12 * 60, 0);
      expect(await status()).toBe(401);
    });

    it('that it lists and ends', async () => {
      const user = await newUser('viewer');
      const [first, second, third] = [await user.signIn(), await user.signIn(), await user.signIn()];
      const listed = (await first.ask('GET', '/sessions')).body.data;
      expect(listed.items.map(({ current }) => current)).toEqual([false, false, true]);
      expect((await first.ask('GET', '/sessions?limit=2')).body.data.next_cursor).toEqual(expect.any(String));
      const other = await (await newUser('viewer')).signIn();
      const path = `/sessions/${listed.items[0]?.id}`;
      expect((await other.ask('DELETE', path)).body.error).toBe('NOT_FOUND');
      expect([
        (await second.ask('DELETE', path)).status,
        (await third.ask('GET', '/customers')).status,
        (await second.ask('DELETE', path)).status,
      ]).toEqual([200, 401, 404]);
      expect([
        (await first.ask('DELETE', '/sessions')).status,
        (await second.ask('GET', '/customers')).status,
        (await first.ask('GET', '/customers')).status,
      ]).toEqual([200, 401, 200]);
    });
  });

  it.each(['1234567890', 'QwertyUiop', 'ｂａｓｋｅｔｂａｌｌ'])('cannot have the password %s', async (password) => {
    const { status, body } = await owner.call('POST', '/users', {
      email: 'common@example.com',
      password,
      role: 'viewer',
    });
    expect([status, body.error, body.details?.fields?.map(({ field }) => field)]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['password'],
    ]);
  });
});
