import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { staffParty } from './staff-party';

describe('accounts that admins manage', () => {
  const stack = sharedStack();
  const { url, as, admin, register, anotherReviewer } = staffParty(stack);

  interface Standing {
    account: {
      id: string;
      handle: string;
      roles: string[];
      suspended: boolean;
      minor: boolean | null;
      quotas: Record<string, number>;
    };
  }
  const change = (accountId: string, json: object, who = admin) =>
    who.call<Standing>('PATCH', `/admin/accounts/${accountId}`, { json });

  it('are found by handle, name and email', async () => {
    const account = await register('findme');
    for (const q of [account.handle, account.email.toUpperCase(), account.handle.slice(2)]) {
      const { body } = await admin.call<{ accounts: { id: string }[] }>(
        'GET',
        `/admin/accounts?q=${encodeURIComponent(q)}`,
      );
      expect(body.data.accounts[0]?.id).toBe(account.id);
    }
    expect(
      (await admin.call<{ accounts: object[] }>('GET', '/admin/accounts?q=100%25_nobody')).body.data.accounts,
    ).toEqual([]);
  });

  it('gain and lose roles immediately', async () => {
    const { id, participant } = await anotherReviewer();
    expect((await participant.call('GET', '/admin/reviews')).status).toBe(200);
    expect((await change(id, { roles: [] })).body.data.account.roles).toEqual(['participant']);
    expect((await participant.refused('GET', '/admin/reviews')).body.error).toBe('FORBIDDEN');
  });

  it('can do nothing by token or session while they are suspended', async () => {
    const account = await register('gone');
    const participant = as(account.token);
    const signIn = () =>
      callApi<{ error?: string }>(url, 'POST', '/accounts/login', {
        json: { email: account.email, password: account.password },
      });
    const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
    const bySession = () => callApi<{ error?: string }>(url, 'GET', '/accounts/me', { headers: { cookie } });
    expect((await bySession()).status).toBe(200);
    expect((await change(account.id, { suspended: true })).body.data.account.suspended).toBe(true);
    expect((await participant.refused('GET', '/accounts/me')).body.error).toBe('FORBIDDEN');
    expect((await bySession()).status).toBe(401);
    expect((await signIn()).body.error).toBe('FORBIDDEN');
    expect((await change(account.id, { suspended: false })).body.data.account.suspended).toBe(false);
    expect((await participant.call('GET', '/accounts/me')).status).toBe(200);
  });

  it('have their date of birth corrected, and the audit entry omits the date', async () => {
    const account = await register('born');
    await change(account.id, { birth_date: '2001-02-03', roles: ['fulfilment'], suspended: true });
    expect((await change(account.id, { birth_date: '2001-02-04' })).body.data.account).toMatchObject({
      minor: false,
      roles: ['participant', 'fulfilment'],
    });
    const rows = await stack.query(
      'submission',
      'SELECT action, roles_after, entry::text AS line FROM account_audit_entries entry WHERE account_id = $1 AND actor_id <> $1 ORDER BY id',
      [account.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['set_roles', 'suspend', 'set_birth_date', 'set_birth_date']);
    expect(JSON.stringify(rows)).not.toContain('2001-02');
    for (const statement of [
      'DELETE FROM account_audit_entries',
      `UPDATE account_audit_entries SET action = 'suspend'`,
      'TRUNCATE account_audit_entries',
    ]) {
      await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
    }
  });

  it('show whether they belong to a minor, and the birth date only to the admin who just set it', async () => {
    const { id, handle } = await register('minor');
    const shown = async () =>
      (await admin.call<{ accounts: Standing['account'][] }>('GET', `/admin/accounts?q=${handle}`)).body.data
        .accounts[0];
    const thisYear = new Date().getUTCFullYear();
    for (const [birth_date, minor] of [
      [null, null],
      [`${thisYear - 10}-01-01`, true],
      [`${thisYear - 30}-01-01`, false],
    ] as const) {
      expect((await change(id, { birth_date })).body.data.account).toMatchObject({ minor, birth_date });
      for (const account of [(await change(id, {})).body.data.account, await shown()]) {
        expect(account?.minor).toBe(minor);
        expect(account).not.toHaveProperty('birth_date');
      }
    }
  });

  it('have quotas that admins set and reset', async () => {
    const { id, token } = await register('quota');
    const usual = { tokens: 50, projects: 10_000, image_bytes: 500_000_000_000, reviews_a_day: 2_000 };
    expect((await change(id, { quotas: {} })).body.data.account.quotas).toEqual(usual);
    expect((await change(id, { quotas: { tokens: 2, projects: 7 } })).body.data.account.quotas).toEqual({
      ...usual,
      tokens: 2,
      projects: 7,
    });
    const make = () =>
      callApi<{ error?: string; details?: object }>(url, 'POST', '/accounts/tokens', { token, json: { name: 'A' } });
    const made = [await make(), await make()];
    expect(made.map(({ body }) => body.error)).toEqual([undefined, 'QUOTA_EXCEEDED']);
    expect(made[1]?.body.details).toEqual({ quota: 'tokens', limit: 2 });
    expect((await change(id, { quotas: { tokens: null } })).body.data.account.quotas).toEqual({
      ...usual,
      projects: 7,
    });
    expect((await make()).status).toBe(201);
    const rows = await stack.query(
      'submission',
      `SELECT details FROM account_audit_entries WHERE account_id = $1 AND action = 'set_quotas' ORDER BY id`,
      [id],
    );
    expect(rows.map(({ details }) => details)).toMatchObject([
      { before: usual, after: { tokens: 2, projects: 7 } },
      { before: { tokens: 2 }, after: { tokens: 50 } },
    ]);
  });

  it.each<[string, object]>([
    ['an unknown quota', { quotas: { logs: 1 } }],
    ['a quota below nothing', { quotas: { tokens: -1 } }],
    ['half a quota', { quotas: { projects: 1.5 } }],
    ['quotas that are a number', { quotas: 5 }],
    ['an unknown role', { roles: ['owner'] }],
    ['roles that are a text', { roles: 'admin' }],
    ['a word for suspended', { suspended: 'yes' }],
    ['a day that is none', { birth_date: '2001-02-30' }],
    ['a field of their holder', { email: 'a@example.com' }],
  ])('refuse %s', async (_, json) => {
    const { id } = await register('same');
    expect((await admin.refused('PATCH', `/admin/accounts/${id}`, { json })).body.error).toBe('VALIDATION_FAILED');
  });

  it('are not found under unknown ids', async () => {
    for (const id of [randomUUID(), 'nobody'])
      expect((await admin.refused('PATCH', `/admin/accounts/${id}`, { json: {} })).body.error).toBe('NOT_FOUND');
  });

  it('keep one admin, even if two demote each other at once', async () => {
    const [me] = await stack.query('submission', `SELECT id FROM accounts WHERE handle = 'demo-admin'`);
    const myId = String(me?.id);
    // Other suites leave admins behind.
    await stack.query('submission', `UPDATE accounts SET roles = array_remove(roles, 'admin') WHERE id <> $1`, [myId]);
    for (const json of [{ roles: ['reviewer'] }, { suspended: true }]) {
      expect((await admin.refused('PATCH', `/admin/accounts/${myId}`, { json })).body).toMatchObject({
        error: 'FORBIDDEN',
        message: expect.stringContaining('last admin') as string,
      });
    }
    const second = await register('second');
    await change(second.id, { roles: ['admin'] });
    const both = await Promise.all([change(second.id, { roles: [] }), change(myId, { roles: [] }, as(second.token))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    await stack.query('submission', `UPDATE accounts SET roles = '{participant,admin}' WHERE id = $1`, [myId]);
    await stack.query('submission', `UPDATE accounts SET roles = '{participant}' WHERE id = $1`, [second.id]);
  });
});
