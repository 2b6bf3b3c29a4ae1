import { randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { openSession, PASSWORD, register } from './newcomer';
import { Participant } from './participant';

describe('the audit of accounts', () => {
  const stack = sharedStack();
  const { submission_url: url, program_id: programId, staff } = stack.credentials;
  const admin = new Participant(url, staff.admin, programId);

  afterAll(() => ServiceReplica.endAll());

  const entriesOf = (accountId: string) =>
    stack.query(
      'submission',
      'SELECT action, actor_id, details, entry::text AS line FROM account_audit_entries entry WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
  const actionsOf = async (accountId: string) => (await entriesOf(accountId)).map(({ action }) => action);
  const signIn = (email: string, password: string) =>
    callApi<{ error?: string }>(url, 'POST', '/accounts/login', { json: { email, password } });
  const adminId = async () =>
    String((await stack.query('submission', `SELECT id FROM accounts WHERE handle = 'demo-admin'`))[0]?.id);

  it('records sign-ins, wrong passwords, tokens and password changes, without personal data', async () => {
    const { id, email, handle, token } = await register(url);
    const ask = (method: string, path: string, json?: object) =>
      callApi<{ data: { id: string } }>(url, method, path, { token, json });
    await signIn(email, 'a wrong password');
    await signIn(email.toUpperCase(), PASSWORD);
    const made = await ask('POST', '/accounts/tokens', { name: 'Laptop' });
    await ask('DELETE', `/accounts/tokens/${made.body.data.id}`);
    await ask('PATCH', '/accounts/me', { current_password: 'a wrong password', password: 'another good password' });
    await ask('POST', '/accounts/totp', { password: 'a wrong password' });
    await ask('DELETE', '/accounts/totp', { password: 'a wrong password', code: '123456' });
    await ask('PATCH', '/accounts/me', {
      current_password: PASSWORD,
      password: 'another good password',
      revoke_tokens: true,
    });
    const entries = await entriesOf(id);
    expect(entries.map(({ action, actor_id: actor }) => [action, actor])).toEqual([
      ['create_token', id],
      ['log_in_failed', null],
      ['log_in', id],
      ['create_token', id],
      ['revoke_token', id],
      ['password_check_failed', id],
      ['password_check_failed', id],
      ['password_check_failed', id],
      ['change_password', id],
      ['revoke_all_tokens', id],
    ]);
    expect(entries.map(({ details }) => details).slice(3)).toMatchObject(
      [
        { token_id: made.body.data.id },
        { token_id: made.body.data.id, revoked: 1 },
        {},
        {},
        {},
        {},
        { revoked: 1 },
      ].map((details) => (Object.keys(details).length > 0 ? details : null)),
    );
    for (const personal of [email, handle, 'Laptop', PASSWORD, 'wrong'])
      expect(JSON.stringify(entries).toLowerCase()).not.toContain(personal.toLowerCase());
  });

  it('records a sign-in with an unknown email, without the email', async () => {
    const email = `nobody-${randomUUID()}@example.com`;
    const unknown = () =>
      stack.query(
        'submission',
        `SELECT entry::text AS line FROM account_audit_entries entry WHERE account_id IS NULL AND action = 'log_in_failed'`,
      );
    const before = (await unknown()).length;
    expect((await signIn(email, PASSWORD)).body.error).toBe('LOGIN_INVALID');
    const after = await unknown();
    expect(after).toHaveLength(before + 1);
    expect(JSON.stringify(after)).not.toContain(email);
  });

  it('records a sign-in to a suspended account as failed', async () => {
    const { id, email } = await register(url);
    await stack.query('submission', 'UPDATE accounts SET suspended_at = now() WHERE id = $1', [id]);
    expect((await signIn(email, PASSWORD)).body.error).toBe('FORBIDDEN');
    expect(await actionsOf(id)).toEqual(['create_token', 'log_in_failed']);
  });

  it('records at most 60 failures per account and hour', async () => {
    const { id, email } = await register(url);
    const add = (age: string, count: number) =>
      stack.query(
        'submission',
        `INSERT INTO account_audit_entries (account_id, action, at) SELECT $1, 'log_in_failed', now() - $2::interval FROM generate_series(1, $3::integer)`,
        [id, age, count],
      );
    const failures = async () => (await actionsOf(id)).filter((action) => action === 'log_in_failed').length;
    await add('2 hours', 100);
    await add('1 minute', 59);
    for (const expected of [160, 160]) {
      await signIn(email, 'a wrong password');
      expect(await failures()).toBe(expected);
    }
    expect(await openSession(url, email)).toBeDefined();
  });

  it('records which accounts an admin listed and viewed', async () => {
    const { id, handle } = await register(url);
    await admin.call('GET', `/admin/accounts?q=${handle}`);
    const [listed] = await stack.query(
      'submission',
      `SELECT account_id, actor_id, details, entry::text AS line FROM account_audit_entries entry WHERE action = 'list_accounts' ORDER BY id DESC LIMIT 1`,
    );
    expect(listed).toMatchObject({ account_id: null, actor_id: await adminId(), details: { account_ids: [id] } });
    expect(listed?.line).not.toContain(handle);
    await admin.call('PATCH', `/admin/accounts/${id}`, { json: {} });
    expect(await actionsOf(id)).toEqual(['create_token', 'read_account']);
  });

  it("deletes old entries except those that changed an account's standing, and refuses all other changes", async () => {
    const { id } = await register(url);
    const insert = (action: string, days: number) =>
      stack.query(
        'submission',
        `INSERT INTO account_audit_entries (account_id, actor_id, action, at) VALUES ($1, $1, $2, now() - make_interval(days => $3))`,
        [id, action, days],
      );
    await insert('suspend', 900);
    await insert('log_in', 181);
    await insert('log_in', 179);
    const remove = (where: string) =>
      stack.query('submission', `DELETE FROM account_audit_entries WHERE account_id = $1 AND ${where}`, [id]);
    await expect(remove(`action = 'suspend'`)).rejects.toThrow(/append-only/);
    await expect(remove(`action = 'log_in' AND at > now() - interval '180 days'`)).rejects.toThrow(/append-only/);
    await expect(
      stack.query('submission', `UPDATE account_audit_entries SET at = now() WHERE account_id = $1`, [id]),
    ).rejects.toThrow(/append-only/);
    // A worker sweeps when it starts.
    await ServiceReplica.start(stack, { entry: 'worker' });
    await waitUntil(
      () => actionsOf(id),
      (actions) => actions.length <= 3,
    );
    expect(await actionsOf(id)).toEqual(['create_token', 'suspend', 'log_in']);
  });

  it('has a counterpart for programs that names what changed', async () => {
    const program = `p-${randomUUID().slice(0, 12)}`;
    await admin.call('POST', '/admin/programs', { json: { id: program, name: 'Weather', tagline: 'Look up' } });
    await admin.call('PATCH', `/admin/programs/${program}`, { json: { closed: true, ends_at: null } });
    await admin.call('PATCH', `/admin/programs/${program}`, { json: {} });
    await admin.call('PUT', `/admin/programs/${program}/docs/start`, {
      json: { title: 'Start', url: 'https://example.org/' },
    });
    await admin.call('DELETE', `/admin/programs/${program}/docs/start`);
    const rows = await stack.query(
      'submission',
      'SELECT actor_id, action, fields, document_id FROM program_audit_entries WHERE program_id = $1 ORDER BY id',
      [program],
    );
    const actor = { actor_id: await adminId(), document_id: null, fields: null };
    expect(rows).toEqual([
      { ...actor, action: 'create_program', fields: ['name', 'tagline'] },
      { ...actor, action: 'change_program', fields: ['closed', 'ends_at'] },
      { ...actor, action: 'put_document', document_id: 'start' },
      { ...actor, action: 'remove_document', document_id: 'start' },
    ]);
    for (const statement of [
      'DELETE FROM program_audit_entries',
      'UPDATE program_audit_entries SET fields = NULL',
      'TRUNCATE program_audit_entries',
    ]) {
      await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
    }
  });
});
