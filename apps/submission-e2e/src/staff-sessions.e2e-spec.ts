import { callApi, sharedStack } from '@shipyard/testing';
import { AccountHolder, type AccountAnswer } from './account-holder';

describe('sessions', () => {
  const stack = sharedStack();
  const register = (...roles: string[]) => AccountHolder.register(stack, { roles });
  const HOUR = 60;

  it('are listed newest first, and mark the calling one', async () => {
    const holder = await register();
    const [first, second] = [await holder.signIn(), await holder.signIn()];
    const { sessions } = (await first.ask('GET', '/accounts/sessions')).body.data;
    expect(sessions.map(({ current, second_factor_at: shownAt }) => [current, shownAt])).toEqual([
      [false, null],
      [true, null],
    ]);
    const days = (Date.parse(sessions[1]?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect([days > 29, days <= 30]).toEqual([true, true]);
    expect((await second.ask('GET', '/accounts/sessions')).body.data.sessions.map(({ current }) => current)).toEqual([
      true,
      false,
    ]);
    expect((await holder.ask('GET', '/accounts/sessions')).body.data.sessions.map(({ current }) => current)).toEqual([
      false,
      false,
    ]);
  });

  it('are ended one by one, only by their holder', async () => {
    const [holder, other] = [await register(), await register()];
    const [first, second] = [await holder.signIn(), await holder.signIn()];
    const id =
      (await second.ask('GET', '/accounts/sessions')).body.data.sessions.find(({ current }) => current)?.id ?? '';
    for (const [by, path] of [
      [await other.signIn(), id],
      [first, 'nothing'],
      [first, '00000000-0000-7000-8000-000000000000'],
    ] as const) {
      const { status, body } = await by.ask('DELETE', `/accounts/sessions/${path}`);
      expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
    }
    const ended = await first.ask('DELETE', `/accounts/sessions/${id}`);
    expect([ended.status, ended.body]).toEqual([200, { ok: true, data: {} }]);
    expect([(await second.ask('GET', '/accounts/me')).status, (await first.ask('GET', '/accounts/me')).status]).toEqual(
      [401, 200],
    );
    expect((await first.ask('DELETE', `/accounts/sessions/${id}`)).status).toBe(404);
  });

  it('are all ended except the calling one, and all by a token', async () => {
    const holder = await register();
    const [first, second, third] = [await holder.signIn(), await holder.signIn(), await holder.signIn()];
    expect((await first.ask('DELETE', '/accounts/sessions')).status).toBe(200);
    const statuses = async () => [
      (await first.ask('GET', '/accounts/me')).status,
      (await second.ask('GET', '/accounts/me')).status,
      (await third.ask('GET', '/accounts/me')).status,
    ];
    expect(await statuses()).toEqual([200, 401, 401]);
    expect((await holder.ask('DELETE', '/accounts/sessions')).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it.each(['reviewer', 'fulfilment', 'admin'])('of a %s last 12 hours, and 60 minutes without a call', async (role) => {
    const holder = await register(role);
    const session = await holder.signIn();
    expect(session.setCookie).toMatch(/; Max-Age=43200; /);
    const status = async () => (await session.ask('GET', '/accounts/me')).status;
    await holder.ageSessions({ openedMinutes: 12 * HOUR - 1, seenSeconds: 59 * 60 });
    expect(await status()).toBe(200);
    // That call counts as use.
    const [row] = await stack.query(
      'submission',
      `SELECT last_seen_at > now() - interval '1 minute' AS noted FROM sessions WHERE account_id = $1`,
      [holder.account.id],
    );
    expect(row).toEqual({ noted: true });
    await holder.ageSessions({ openedMinutes: HOUR, seenSeconds: 60 * 60 });
    expect([await status(), (await holder.ask('GET', '/accounts/sessions')).body.data.sessions]).toEqual([401, []]);
    await holder.ageSessions({ openedMinutes: 12 * HOUR, seenSeconds: 0 });
    expect(await status()).toBe(401);
  });

  it('of a participant last 30 days without a call, until the participant becomes staff', async () => {
    const holder = await register();
    const session = await holder.signIn();
    expect(session.setCookie).toMatch(/; Max-Age=2592000; /);
    await holder.ageSessions({ openedMinutes: 29 * 24 * HOUR, seenSeconds: 29 * 86_400 });
    expect((await session.ask('GET', '/accounts/me')).status).toBe(200);
    await holder.giveRoles('reviewer');
    expect((await session.ask('GET', '/accounts/me')).status).toBe(401);
  });

  it('record their use at most once a minute', async () => {
    const holder = await register();
    const session = await holder.signIn();
    const versions = () =>
      stack.query('submission', 'SELECT xmin::text FROM sessions WHERE account_id = $1', [holder.account.id]);
    await holder.ageSessions({ openedMinutes: 1, seenSeconds: 30 });
    const before = await versions();
    await Promise.all(Array.from({ length: 5 }, () => session.ask('GET', '/accounts/me')));
    expect(await versions()).toEqual(before);
    await holder.ageSessions({ openedMinutes: 5, seenSeconds: 120 });
    const old = await versions();
    await Promise.all(Array.from({ length: 5 }, () => session.ask('GET', '/accounts/me')));
    const noted = await versions();
    expect(noted).not.toEqual(old);
    await session.ask('GET', '/accounts/me');
    expect(await versions()).toEqual(noted);
  });
});

describe('passwords', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;

  it.each(['1234567890', 'qwertyuiop', 'PASSWORD123', 'ｂａｓｋｅｔｂａｌｌ', 'too short'])(
    '%s is refused, for a new account and for one that is there',
    async (password) => {
      const handle = `pw-${process.pid}-${Date.now().toString(36)}`;
      const json = { handle, display_name: 'A', email: `${handle}@example.com`, password };
      const registered = await callApi<AccountAnswer>(url, 'POST', '/accounts', { json });
      const holder = await AccountHolder.register(stack);
      const changed = await holder.ask('PATCH', '/accounts/me', {
        json: { password, current_password: holder.password },
      });
      for (const { status, body } of [registered, changed]) {
        expect([status, body.error, body.details?.fields?.map(({ field }) => field)]).toEqual([
          400,
          'VALIDATION_FAILED',
          ['password'],
        ]);
      }
      expect((await holder.signIn({ password })).body.error).toBe('LOGIN_INVALID');
    },
  );
});
