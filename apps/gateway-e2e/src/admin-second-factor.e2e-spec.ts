import { codeOf, sharedStack, wrongCodeOf } from '@shipyard/testing';
import { URI } from 'otpauth';
import { Admin } from './admin-client';
import { newConsoleUser, PASSWORD, type SessionAnswer } from './console-users';
import { GatewayReplica } from './gateway-replica';

describe('a user of the console', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let strict: GatewayReplica | undefined;
  const strictUrl = async () => (strict ??= await GatewayReplica.start(stack, { STAFF_TOTP: 'required' })).url;

  afterAll(() => strict?.end('SIGKILL'));

  const newUser = (role?: string, url?: string) => newConsoleUser(stack, owner, role, url);

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
      const calls: [string, () => Promise<{ status: number; body: SessionAnswer }>][] = [
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
});
