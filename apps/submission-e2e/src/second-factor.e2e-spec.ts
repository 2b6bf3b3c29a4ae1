import { codeOf, ServiceReplica, sharedStack, TEST_KEYS, waitUntil, wrongCodeOf } from '@shipyard/testing';
import { URI } from 'otpauth';
import { AccountHolder } from './account-holder';

/** A missing project: a 404 shows that the caller was let in. */
const RECIPIENT_OF_NONE = '/admin/projects/no-such-project/shipment';

describe('a second factor', () => {
  const stack = sharedStack();
  const register = (...roles: string[]) => AccountHolder.register(stack, { roles });
  const rowOf = async ({ account }: AccountHolder, columns: string) =>
    (await stack.query('submission', `SELECT ${columns} FROM second_factors WHERE owner_id = $1`, [account.id]))[0];

  afterEach(() => ServiceReplica.endAll());

  describe('that is set up', () => {
    it('needs the password and then a code, and has no effect before', async () => {
      const holder = await register();
      const session = await holder.signIn();
      const begin = (password: string) => session.ask('POST', '/accounts/totp', { json: { password } });
      expect([
        (await begin('a wrong one')).body.error,
        (await session.ask('GET', '/accounts/totp')).body.data.totp,
      ]).toEqual(['LOGIN_INVALID', { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false }]);
      const begun = await begin(holder.password);
      expect([begun.status, begun.headers.get('cache-control')]).toEqual([201, 'no-store']);
      const { secret, otpauth_url: url } = begun.body.data;
      expect(URI.parse(url)).toMatchObject({
        issuer: 'Shipyard',
        label: holder.account.email,
        algorithm: 'SHA1',
        digits: 6,
        period: 30,
        secret: { base32: secret },
      });
      expect((await holder.signIn()).status).toBe(200);
      const wrong = await session.ask('POST', '/accounts/totp/confirm', { json: { code: wrongCodeOf(secret) } });
      expect([wrong.status, wrong.body.error, wrong.body.details]).toEqual([
        401,
        'LOGIN_INVALID',
        { second_factor: 'invalid' },
      ]);
      expect((await holder.signIn()).status).toBe(200);
    });

    it('ends sessions without it, shows its recovery codes once, and stores neither them nor its secret in plain text', async () => {
      const holder = await register();
      const other = await holder.signIn();
      const { session, secret, recoveryCodes } = await holder.setUpTotp();
      expect([
        new Set(recoveryCodes).size,
        (await other.ask('GET', '/accounts/me')).status,
        (await session.ask('GET', '/accounts/me')).status,
      ]).toEqual([10, 401, 200]);
      const { enabled, recovery_codes_left: left } = (await session.ask('GET', '/accounts/totp')).body.data.totp;
      expect([enabled, left]).toEqual([true, 10]);
      const stored = JSON.stringify([
        await stack.query(
          'submission',
          `SELECT f::text, encode(sealed_secret, 'escape') AS sealed FROM second_factors f WHERE owner_id = $1`,
          [holder.account.id],
        ),
        await stack.query('submission', 'SELECT c::text FROM recovery_codes c WHERE owner_id = $1', [
          holder.account.id,
        ]),
      ]);
      for (const kept of [
        secret,
        Buffer.from(secret).toString('hex'),
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ])
        expect(stored).not.toContain(kept);
    });

    it('cannot be set up again while it is on, or confirmed without a setup', async () => {
      const holder = await register();
      const nothing = await holder.ask('POST', '/accounts/totp/confirm', { json: { code: '123456' } });
      expect([nothing.status, nothing.body.error]).toEqual([404, 'NOT_FOUND']);
      const { session } = await holder.setUpTotp();
      const again = await session.ask('POST', '/accounts/totp', { json: { password: holder.password } });
      expect([again.status, again.body.error]).toEqual([403, 'FORBIDDEN']);
    });

    it('gives a repeated confirmation the same response', async () => {
      const holder = await register();
      const { secret } = (await holder.ask('POST', '/accounts/totp', { json: { password: holder.password } })).body
        .data;
      const call = { json: { code: codeOf(secret) }, headers: { 'idempotency-key': holder.account.handle } };
      const [first, second] = [
        await holder.ask('POST', '/accounts/totp/confirm', call),
        await holder.ask('POST', '/accounts/totp/confirm', call),
      ];
      expect([first.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([
        200,
        first.text,
        'true',
      ]);
      const kept = await stack.query(
        'submission',
        "SELECT encode(answer, 'escape') AS answer FROM idempotency_keys WHERE owner_id = $1",
        [holder.account.id],
      );
      expect(JSON.stringify(kept)).not.toContain(first.body.data.recovery_codes[0]);
    });
  });

  describe('at sign-in', () => {
    it('is requested after the password was right', async () => {
      const holder = await register();
      const { secret } = await holder.setUpTotp();
      const without = await holder.signIn();
      expect([without.status, without.body.error, without.body.details, without.setCookie]).toEqual([
        401,
        'LOGIN_INVALID',
        { second_factor: 'required' },
        '',
      ]);
      const code = await holder.newCode(secret);
      const unknown = await holder.signIn({ password: 'a wrong one', code });
      expect([unknown.status, unknown.body.details]).toEqual([401, undefined]);
      const wrong = await holder.signIn({ code: wrongCodeOf(secret) });
      expect([wrong.status, wrong.body.details]).toEqual([401, { second_factor: 'invalid' }]);
      expect((await holder.signIn({ code })).status).toBe(200);
    });

    it('accepts a code once, also one step early, and then none of an earlier step', async () => {
      const holder = await register();
      const { secret } = await holder.setUpTotp();
      expect((await holder.signIn({ code: codeOf(secret) })).body.details).toEqual({ second_factor: 'invalid' });
      const next = codeOf(secret, 1);
      expect([
        (await holder.signIn({ code: next })).status,
        (await holder.signIn({ code: next })).status,
        (await holder.signIn({ code: codeOf(secret) })).status,
      ]).toEqual([200, 401, 401]);
      expect((await holder.signIn({ code: codeOf(secret, 5) })).status).toBe(401);
    });

    it('accepts a code or a recovery code once, even for simultaneous requests', async () => {
      const holder = await register();
      const { secret, recoveryCodes } = await holder.setUpTotp();
      const code = await holder.newCode(secret);
      const recoveryCode = recoveryCodes[3] ?? '';
      for (const proof of [{ code }, { recovery_code: recoveryCode }]) {
        const signIns = await Promise.all(Array.from({ length: 6 }, () => holder.signIn(proof)));
        expect(signIns.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
      }
    });

    it('accepts a recovery code instead of a code, in any notation', async () => {
      const holder = await register();
      const { recoveryCodes } = await holder.setUpTotp();
      const [one = '', two = ''] = recoveryCodes;
      const session = await holder.signIn({ recovery_code: one.toLowerCase().replaceAll('-', ' ') });
      expect([session.status, (await holder.signIn({ recovery_code: one })).body.details]).toEqual([
        200,
        { second_factor: 'invalid' },
      ]);
      expect((await session.ask('GET', '/accounts/totp')).body.data.totp.recovery_codes_left).toBe(9);
      expect((await (await register()).signIn({ recovery_code: two })).status).toBe(200);
      expect((await holder.signIn({ recovery_code: two })).status).toBe(200);
    });

    it.each<[string, object, string]>([
      ['a code of five digits', { code: '12345' }, 'code'],
      ['a code of other digits', { code: '１２３４５６' }, 'code'],
      ['a number', { code: 123456 }, 'code'],
      ['a long recovery code', { recovery_code: 'x'.repeat(41) }, 'recovery_code'],
      ['both', { code: '123456', recovery_code: 'x' }, 'recovery_code'],
    ])('refuses %s', async (_, proof, field) => {
      const { status, body } = await (await register()).signIn(proof);
      expect([status, body.error, body.details?.fields?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', field]);
    });

    it('is throttled after ten wrong codes across all processes, also for simultaneous codes, with and without Redis', async () => {
      const holder = await register();
      const { secret, recoveryCodes } = await holder.setUpTotp();
      for (let right = 0; right < 3; right += 1)
        expect((await holder.signIn({ code: await holder.newCode(secret) })).status).toBe(200);
      const wrong = wrongCodeOf(secret);
      const failures = await Promise.all(Array.from({ length: 15 }, () => holder.signIn({ code: wrong })));
      expect(failures.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(5).fill(429),
      ]);
      const { url } = await ServiceReplica.start(stack, { environment: { REDIS_URL: '' } });
      for (const at of [holder, holder.at(url)]) {
        const refused = await at.signIn({ code: await holder.newCode(secret) });
        const wait = Number(refused.headers.get('retry-after'));
        expect([refused.status, refused.body.error, refused.body.details]).toEqual([
          429,
          'RATE_LIMITED',
          { retry_after_seconds: wait },
        ]);
        expect([wait > 800, wait <= 900]).toEqual([true, true]);
      }
      expect([
        (await holder.signIn({ recovery_code: recoveryCodes[0] })).status,
        (await holder.signIn({ recovery_code: recoveryCodes[0] })).status,
      ]).toEqual([200, 401]);
      expect((await (await register()).signIn()).status).toBe(200);
      await stack.query(
        'submission',
        `UPDATE second_factors SET attempts_since = now() - interval '15 minutes' WHERE owner_id = $1`,
        [holder.account.id],
      );
      expect((await holder.signIn({ code: await holder.newCode(secret) })).status).toBe(200);
    });

    it('counts wrong codes at sign-in apart from those with a session or token', async () => {
      const holder = await register('fulfilment');
      const { session, secret, recoveryCodes } = await holder.setUpTotp();
      const wrong = wrongCodeOf(secret);
      const show = (proof: object) => session.ask('POST', '/accounts/second-factor', { json: proof });
      const read = (code: string) => holder.ask('GET', RECIPIENT_OF_NONE, { headers: { 'x-second-factor': code } });
      const turnOff = (proof: object) =>
        session.ask('DELETE', '/accounts/totp', { json: { password: holder.password, ...proof } });
      for (let at = 0; at < 5; at += 1)
        expect([(await show({ code: wrong })).status, (await read(wrong)).status]).toEqual([401, 401]);
      const code = await holder.newCode(secret);
      expect([(await show({ code })).status, (await read(code)).status, (await turnOff({ code })).status]).toEqual([
        429, 429, 429,
      ]);
      expect((await holder.signIn({ code })).status).toBe(200);
      expect((await show({ recovery_code: recoveryCodes[0] })).status).toBe(200);

      await stack.query(
        'submission',
        `UPDATE second_factors SET credential_attempts_since = now() - interval '15 minutes' WHERE owner_id = $1`,
        [holder.account.id],
      );
      for (let at = 0; at < 10; at += 1) expect((await holder.signIn({ code: wrong })).status).toBe(401);
      expect((await holder.signIn({ code: await holder.newCode(secret) })).status).toBe(429);
      expect((await show({ code: await holder.newCode(secret) })).status).toBe(200);
      expect((await turnOff({ recovery_code: recoveryCodes[1] })).status).toBe(200);
    });

    it('opens no session with a factor that was replaced meanwhile', async () => {
      const holder = await register();
      const { recoveryCodes } = await holder.setUpTotp();
      const { name, url } = await ServiceReplica.start(stack);
      const replacer = await stack.connect('submission');
      try {
        await replacer.query('BEGIN');
        await replacer.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [holder.account.id]);
        const signIn = holder.at(url).signIn({ recovery_code: recoveryCodes[0] });
        await waitUntil(
          () =>
            stack.query(
              'submission',
              `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
              [name],
            ),
          ({ length }) => length > 0,
        );
        await replacer.query('UPDATE second_factors SET confirmed_at = clock_timestamp() WHERE owner_id = $1', [
          holder.account.id,
        ]);
        await replacer.query('COMMIT');
        const { status, body } = await signIn;
        expect([status, body.details]).toEqual([401, { second_factor: 'required' }]);
      } finally {
        await replacer.end();
      }
      expect((await holder.signIn({ recovery_code: recoveryCodes[1] })).status).toBe(200);
    });

    it('opens no session without a code if it is turned on during sign-in', async () => {
      const holder = await register();
      const session = await holder.signIn();
      const { secret } = (await session.ask('POST', '/accounts/totp', { json: { password: holder.password } })).body
        .data;
      const confirm = session.ask('POST', '/accounts/totp/confirm', { json: { code: codeOf(secret) } });
      const signIns = await Promise.all(Array.from({ length: 8 }, () => holder.signIn()));
      expect((await confirm).status).toBe(200);
      for (const signIn of signIns.filter(({ status }) => status === 200))
        expect((await signIn.ask('GET', '/accounts/me')).status).toBe(401);
    });

    it('moves its secret to the current key with the next code', async () => {
      const holder = await register();
      const { secret } = await holder.setUpTotp();
      expect(await rowOf(holder, 'key_id')).toEqual({ key_id: 'test' });
      const { url } = await ServiceReplica.start(stack, {
        environment: { SESSION_KEYS: `newer:${Buffer.alloc(32, 2).toString('base64')},${TEST_KEYS.SESSION_KEYS}` },
      });
      for (const _ of [1, 2]) {
        expect((await holder.at(url).signIn({ code: await holder.newCode(secret) })).status).toBe(200);
        expect(await rowOf(holder, 'key_id')).toEqual({ key_id: 'newer' });
      }
    });
  });

  it('is turned off with the password and a code', async () => {
    const holder = await register();
    const { session, secret, recoveryCodes } = await holder.setUpTotp();
    const turnOff = (json: object) => session.ask('DELETE', '/accounts/totp', { json });
    expect((await turnOff({ password: holder.password })).body.details?.fields).toEqual([
      { field: 'code', message: expect.any(String) as string },
    ]);
    expect((await turnOff({ password: 'a wrong one', code: await holder.newCode(secret) })).body.error).toBe(
      'LOGIN_INVALID',
    );
    expect((await turnOff({ password: holder.password, code: wrongCodeOf(secret) })).body.details).toEqual({
      second_factor: 'invalid',
    });
    const off = await turnOff({ password: holder.password, recovery_code: recoveryCodes[0] });
    expect([off.status, off.body]).toEqual([200, { ok: true, data: {} }]);
    expect((await holder.signIn()).status).toBe(200);
    expect((await turnOff({ password: holder.password, recovery_code: recoveryCodes[1] })).body.error).toBe(
      'NOT_FOUND',
    );
    expect(await rowOf(holder, 'owner_id')).toBeUndefined();
  });
});
