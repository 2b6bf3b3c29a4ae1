import { sharedStack } from '@shipyard/testing';
import { Admin } from './admin-client';
import { newConsoleUser, type SessionAnswer } from './console-users';

describe('a user of the console', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const newUser = (role?: string) => newConsoleUser(stack, owner, role);

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
      const listed = await owner.do<SessionAnswer['data']>('GET', `/users/${user.id}/sessions?limit=1`);
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
      const standing = () => owner.do<SessionAnswer['data']>('GET', `/users/${user.id}/totp`);
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
