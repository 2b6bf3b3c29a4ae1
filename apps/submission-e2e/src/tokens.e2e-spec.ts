import { randomUUID } from 'node:crypto';
import { type ApiCall, callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { openSession, PASSWORD, register } from './newcomer';
import type { Failure } from './participant';

interface TokenView {
  id: string;
  name: string;
  expires_at: string | null;
  revoked_at: string | null;
  scopes: string[] | null;
}

type NewToken = TokenView & { token: string };

describe('tokens', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;
  const ask = <Data>(token: string, method: string, path: string, call: ApiCall = {}) =>
    callApi<Failure & { data: Data }>(url, method, path, { token, ...call });
  const make = async (token: string, json: object = {}) =>
    (await ask<NewToken>(token, 'POST', '/accounts/tokens', { json: { name: 'A', ...json } })).body.data;
  const isLive = async (token: string) => (await ask(token, 'GET', '/accounts/me')).status === 200;
  const list = async (token: string) =>
    (await ask<{ tokens: TokenView[] }>(token, 'GET', '/accounts/tokens')).body.data.tokens;

  afterAll(() => ServiceReplica.endAll());

  describe('that are created with a token', () => {
    it.each<[string, string | undefined, string | undefined, string | null]>([
      ['never, of one that never does', undefined, undefined, null],
      ['when it should, of one that never does', undefined, '2040-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z'],
      ['with it, where none was asked for', '2040-01-01T00:00:00.000Z', undefined, '2040-01-01T00:00:00.000Z'],
      [
        'with it, where it should later',
        '2040-01-01T00:00:00.000Z',
        '2050-01-01T00:00:00.000Z',
        '2040-01-01T00:00:00.000Z',
      ],
      ['earlier, where it should', '2040-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'],
    ])('end %s', async (_, parentEnd, asked, end) => {
      const { token } = await register(url);
      const parent = await make(token, { expires_at: parentEnd });
      expect((await make(parent.token, { expires_at: asked })).expires_at).toBe(end);
    });

    it('are revoked with it, together with those created with them', async () => {
      const { token } = await register(url);
      const parent = await make(token);
      const child = await make(parent.token);
      const grandchild = await make(child.token);
      const sibling = await make(token);
      expect((await ask(sibling.token, 'DELETE', `/accounts/tokens/${parent.id}`)).status).toBe(200);
      const live = await Promise.all([token, parent.token, child.token, grandchild.token, sibling.token].map(isLive));
      expect(live).toEqual([true, false, false, false, true]);
    });

    it('cannot be created after it is revoked, even by simultaneous requests', async () => {
      const { token } = await register(url);
      const parent = await make(token);
      const made = Array.from({ length: 12 }, () =>
        ask<NewToken>(parent.token, 'POST', '/accounts/tokens', { json: { name: 'A' } }),
      );
      const [revoked, ...answers] = await Promise.all([ask(token, 'DELETE', `/accounts/tokens/${parent.id}`), ...made]);
      expect(revoked.status).toBe(200);
      expect(answers.map(({ status }) => status).filter((status) => ![201, 401].includes(status))).toEqual([]);
      for (const { status, body } of answers) if (status === 201) expect(await isLive(body.data.token)).toBe(false);
      expect((await list(token)).filter(({ revoked_at: revokedAt }) => revokedAt === null)).toHaveLength(1);
    });

    it('belong to the same account, by a database constraint', async () => {
      const [one, other] = [await register(url), await register(url)];
      const adopt = stack.query(
        'submission',
        'UPDATE api_tokens SET parent_token_id = (SELECT id FROM api_tokens WHERE account_id = $2) WHERE account_id = $1',
        [one.id, other.id],
      );
      await expect(adopt).rejects.toThrow(/api_tokens_parent_fkey/);
    });
  });

  describe('that are created in a session', () => {
    const inSession = async (minutesAgo: number) => {
      const account = await register(url);
      const asked = await openSession(url, account.email);
      await stack.query(
        'submission',
        `UPDATE sessions SET authenticated_at = now() - make_interval(mins => $2) WHERE account_id = $1`,
        [account.id, minutesAgo],
      );
      return {
        ...account,
        create: (json: object = {}) => asked<NewToken>('POST', '/accounts/tokens', { json: { name: 'A', ...json } }),
      };
    };

    it('need a sign-in within the last 15 minutes', async () => {
      expect((await (await inSession(14)).create()).status).toBe(201);
      const { status, body } = await (await inSession(16)).create();
      expect([status, body.error, body.message]).toEqual([
        403,
        'FORBIDDEN',
        expect.stringContaining('current_password') as string,
      ]);
    });

    it('or the right password', async () => {
      const { create, id } = await inSession(16);
      expect((await create({ current_password: 'a wrong password' })).body.error).toBe('LOGIN_INVALID');
      const made = await create({ current_password: PASSWORD });
      expect([made.status, await isLive(made.body.data.token)]).toEqual([201, true]);
      expect(
        await stack.query('submission', 'SELECT parent_token_id FROM api_tokens WHERE id = $1', [made.body.data.id]),
      ).toEqual([{ parent_token_id: null }]);
      expect(
        await stack.query('submission', 'SELECT count(*)::integer AS count FROM api_tokens WHERE account_id = $1', [
          id,
        ]),
      ).toEqual([{ count: 2 }]);
    });

    it('cannot be created after the password was changed and all were revoked, even by simultaneous requests', async () => {
      const { create, token, id } = await inSession(0);
      const change = { current_password: PASSWORD, password: 'another good password', revoke_tokens: true };
      const [changed] = await Promise.all([
        ask(token, 'PATCH', '/accounts/me', { json: change }),
        ...Array.from({ length: 10 }, () => create()),
      ]);
      expect(changed.status).toBe(200);
      expect(
        await stack.query(
          'submission',
          'SELECT count(*)::integer AS live FROM api_tokens WHERE account_id = $1 AND revoked_at IS NULL',
          [id],
        ),
      ).toEqual([{ live: 0 }]);
    });
  });

  it('are at most 50, even for simultaneous requests, and in the demo', async () => {
    const { token } = await register(url);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => ask<NewToken>(token, 'POST', '/accounts/tokens', { json: { name: 'A' } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error, refused?.body.details]).toEqual([
      403,
      'QUOTA_EXCEEDED',
      { quota: 'tokens', limit: 50 },
    ]);
    expect(refused?.body.message).toMatch(/50 live tokens\. Revoke one/);
    const [some, another] = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
    await ask(token, 'DELETE', `/accounts/tokens/${some?.id}`);
    await stack.query('submission', `UPDATE api_tokens SET expires_at = now() WHERE id = $1`, [another?.id]);
    const after = [
      await ask(token, 'POST', '/accounts/tokens', { json: { name: 'A' } }),
      await ask(token, 'POST', '/accounts/tokens', { json: { name: 'A' } }),
    ];
    expect(after.map(({ status }) => status)).toEqual([201, 201]);
    expect((await ask(token, 'POST', '/accounts/tokens', { json: { name: 'A' } })).body.error).toBe('QUOTA_EXCEEDED');
  });

  it('are all revoked at once, including the calling one', async () => {
    const account = await register(url);
    const other = await register(url);
    const child = await make((await make(account.token)).token);
    const gone = await make(account.token);
    await ask(account.token, 'DELETE', `/accounts/tokens/${gone.id}`);
    const inSession = await openSession(url, account.email);
    const { status, body } = await ask(account.token, 'DELETE', '/accounts/tokens');
    expect([status, body]).toEqual([200, { ok: true, data: { revoked: 3 } }]);
    expect(await Promise.all([account.token, child.token, other.token].map(isLive))).toEqual([false, false, true]);
    expect((await inSession('DELETE', '/accounts/tokens')).body.data).toEqual({ revoked: 0 });
  });

  it('survive a password change, unless it revokes all', async () => {
    const { token, email } = await register(url);
    const second = await make(token);
    const alone = await ask(token, 'PATCH', '/accounts/me', { json: { revoke_tokens: true } });
    expect([alone.body.error, alone.body.details]).toEqual([
      'VALIDATION_FAILED',
      { fields: [expect.objectContaining({ field: 'password' })] },
    ]);
    const change = (json: object) => ask(token, 'PATCH', '/accounts/me', { json });
    expect((await change({ current_password: PASSWORD, password: 'another good password' })).status).toBe(200);
    expect(await isLive(second.token)).toBe(true);
    expect(
      (await change({ current_password: 'another good password', password: 'one more password', revoke_tokens: true }))
        .status,
    ).toBe(200);
    expect([await isLive(token), await isLive(second.token)]).toEqual([false, false]);
    const inSession = await openSession(url, email, 'one more password');
    expect((await inSession<NewToken>('POST', '/accounts/tokens', { json: { name: 'A' } })).status).toBe(201);
  });

  it('may do no more than the scopes that their holder names, and the list says which', async () => {
    const { token } = await register(url);
    const narrow = await make(token, { scopes: ['projects:read'] });
    const all = await make(token, { scopes: null });
    const statuses = async (by: string) => [
      (await ask(by, 'GET', '/accounts/me/projects')).status,
      (await ask(by, 'GET', '/accounts/me')).status,
      (await ask(by, 'POST', '/accounts/tokens', { json: { name: 'A' } })).status,
    ];
    expect([await statuses(narrow.token), await statuses(all.token)]).toEqual([
      [200, 403, 403],
      [200, 200, 201],
    ]);
    const scopesOf = new Map((await list(token)).map(({ id, scopes }) => [id, scopes]));
    expect([scopesOf.get(narrow.id), scopesOf.get(all.id)]).toEqual([['projects:read'], null]);
    for (const scopes of [[], ['projects:read', 'projects:read'], ['accounts'], 'projects:read']) {
      const { status, body } = await ask(token, 'POST', '/accounts/tokens', { json: { name: 'A', scopes } });
      expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('are listed after the live ones for 30 days after their end, and then deleted', async () => {
    const { token } = await register(url);
    const [live, revoked, expired, old, oldChild] = [
      await make(token),
      await make(token),
      await make(token),
      await make(token),
      randomUUID(),
    ];
    await ask(token, 'DELETE', `/accounts/tokens/${revoked.id}`);
    const end = (id: string, days: number) =>
      stack.query('submission', 'UPDATE api_tokens SET expires_at = now() - make_interval(days => $2) WHERE id = $1', [
        id,
        days,
      ]);
    await end(expired.id, 29);
    await end(old.id, 31);
    await stack.query(
      'submission',
      `INSERT INTO api_tokens (id, account_id, parent_token_id, name, token_hash, last4, expires_at) SELECT $1::uuid, account_id, id, 'B', sha256($1::uuid::text::bytea), 'abcd', expires_at FROM api_tokens WHERE id = $2`,
      [oldChild, old.id],
    );
    const listed = await list(token);
    expect(listed.map(({ id }) => id)).toEqual([live.id, expect.any(String), expired.id, revoked.id]);
    expect(listed.map(({ revoked_at: revokedAt }) => revokedAt !== null)).toEqual([false, false, false, true]);

    // A worker sweeps when it starts.
    await ServiceReplica.start(stack, { entry: 'worker' });
    const kept = () =>
      stack.query('submission', 'SELECT id FROM api_tokens WHERE id = ANY ($1::uuid[]) ORDER BY id', [
        [live, revoked, expired, old].map(({ id }) => id).concat(oldChild),
      ]);
    const left = await waitUntil(kept, (rows) => rows.length <= 3);
    expect(left.map(({ id }) => id)).toEqual([live.id, revoked.id, expired.id].sort());
  });
});
