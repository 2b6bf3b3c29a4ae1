import { type ApiCall, callApi, ServiceReplica, sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { register } from './newcomer';

/** A missing project: a 404 shows that the caller was let in. */
const RECIPIENT_OF_NONE = '/admin/projects/no-such-project/shipment';
const LET_IN = 'PROJECT_NOT_FOUND';

interface Answer {
  error?: string;
  message?: string;
  details?: object;
  data: {
    account: {
      roles: string[];
      staff_roles: {
        role: string;
        granted_at: string;
        granted_by: string | null;
        confirmed_at: string | null;
        opens_addresses_at: string | null;
      }[];
    };
  };
}

describe('a new role of staff, where second factors are required', () => {
  const stack = sharedStack();
  let url = '';

  beforeAll(async () => {
    ({ url } = await ServiceReplica.start(stack, { environment: { STAFF_TOTP: 'required' } }));
  });

  afterAll(() => ServiceReplica.endAll());

  /** Somebody with a second factor and a session that has just shown it. Roles that are given here come from the database. */
  const person = async (...roles: string[]) => {
    const holder = (await AccountHolder.register(stack, { roles })).at(url);
    const { session, secret } = await holder.setUpTotp();
    const ask = (method: string, path: string, call?: ApiCall) =>
      session.ask(method, path, call) as unknown as Promise<{ status: number; body: Answer }>;
    return { holder, secret, ask, id: holder.account.id };
  };
  type Person = Awaited<ReturnType<typeof person>>;
  const grant = async (admin: Person, { id }: { id: string }, ...roles: string[]) => {
    const { status, body } = await admin.ask('PATCH', `/admin/accounts/${id}`, { json: { roles } });
    expect(status).toBe(200);
    return body.data.account;
  };
  const confirm = (admin: Person, { id }: { id: string }, json: object = {}) =>
    admin.ask('POST', `/admin/accounts/${id}/confirm-role`, { json });
  const readAddress = async (reader: Person) => (await reader.ask('GET', RECIPIENT_OF_NONE)).body.error;
  const makeOlder = (id: string, hours: number) =>
    stack.query(
      'submission',
      'UPDATE staff_roles SET granted_at = granted_at - make_interval(hours => $2) WHERE account_id = $1',
      [id, hours],
    );

  const mailsAbout = (changed: Person, readers: Person[]) =>
    stack.query(
      'submission',
      `SELECT account_id, data FROM mail_outbox WHERE kind = 'role_granted' AND data ->> 'account_id' = $1 AND account_id = ANY ($2::uuid[])`,
      [changed.id, readers.map(({ id }) => id)],
    );
  const to = (id: string, data: object) => ({ account_id: id, data });

  it('is granted, taken and looked for only with a fresh second factor, also with a token', async () => {
    const admin = await person('admin');
    const { id } = await register(url);
    const token = (
      (await admin.ask('POST', '/accounts/tokens', { json: { name: 'A' } })).body.data as unknown as { token: string }
    ).token;
    const calls: [string, string, ApiCall][] = [
      ['PATCH', `/admin/accounts/${id}`, { json: { roles: ['fulfilment'] } }],
      ['PATCH', `/admin/accounts/${id}`, { json: { roles: [] } }],
      ['GET', '/admin/accounts', {}],
      ['POST', `/admin/accounts/${id}/confirm-role`, { json: {} }],
      ['POST', `/admin/accounts/${id}/reset-link`, {}],
    ];
    await admin.holder.ageSecondFactor(16);
    for (const [method, path, call] of calls) {
      for (const ask of [
        admin.ask,
        (...given: [string, string, ApiCall]) => callApi<Answer>(url, given[0], given[1], { ...given[2], token }),
      ]) {
        const { status, body } = await ask(method, path, call);
        expect([method, path, status, body.details]).toEqual([method, path, 403, { second_factor: 'required' }]);
      }
      const headers = { 'x-second-factor': await admin.holder.newCode(admin.secret) };
      const { status } = await callApi<Answer>(url, method, path, { ...call, token, headers });
      expect([method, path, status]).not.toEqual([method, path, 403]);
    }
  });

  it.each(['fulfilment', 'admin'])('%s opens addresses after 24 hours', async (role) => {
    const [admin, newcomer] = [await person('admin'), await person()];
    const account = await grant(admin, newcomer, role, 'reviewer');
    expect(account.staff_roles).toEqual([
      {
        role,
        granted_at: expect.any(String) as string,
        granted_by: admin.holder.account.handle,
        confirmed_at: null,
        opens_addresses_at: expect.any(String) as string,
      },
      expect.objectContaining({ role: 'reviewer', opens_addresses_at: null }),
    ]);
    const [{ granted_at: grantedAt = '', opens_addresses_at: opensAt = '' } = {}] = account.staff_roles;
    expect(Date.parse(opensAt ?? '') - Date.parse(grantedAt)).toBe(24 * 60 * 60_000);
    expect(await readAddress(newcomer)).toBe('FORBIDDEN');
    await makeOlder(newcomer.id, 23);
    expect(await readAddress(newcomer)).toBe('FORBIDDEN');
    await grant(admin, newcomer, role, 'reviewer');
    await makeOlder(newcomer.id, 1);
    expect(await readAddress(newcomer)).toBe(LET_IN);
    // Taken and granted again, it is new again.
    await grant(admin, newcomer);
    await grant(admin, newcomer, role);
    expect(await readAddress(newcomer)).toBe('FORBIDDEN');
  });

  it('creates no reset link before 24 hours', async () => {
    const [admin, newcomer] = [await person('admin'), await person()];
    await grant(admin, newcomer, 'admin');
    const link = () => newcomer.ask('POST', `/admin/accounts/${admin.id}/reset-link`);
    expect((await link()).body).toMatchObject({
      error: 'FORBIDDEN',
      message: expect.stringContaining('role is new') as string,
    });
    await makeOlder(newcomer.id, 24);
    expect((await link()).status).toBe(201);
  });

  it('opens them at once when a second admin confirms it, and neither the granter nor the holder can', async () => {
    const [granter, second, newcomer] = [await person('admin'), await person('admin'), await person()];
    await grant(granter, newcomer, 'fulfilment', 'admin');
    for (const one of [granter, newcomer]) expect((await confirm(one, newcomer)).body.error).toBe('FORBIDDEN');
    expect(await readAddress(newcomer)).toBe('FORBIDDEN');
    const one = await confirm(second, newcomer, { role: 'admin' });
    expect(one.body.data.account.staff_roles.filter(({ confirmed_at: at }) => at !== null)).toMatchObject([
      { role: 'admin' },
    ]);
    expect(await readAddress(newcomer)).toBe(LET_IN);
    expect((await confirm(second, newcomer)).status).toBe(200);
    expect((await confirm(second, newcomer)).body.error).toBe('NOT_FOUND');
    const audit = await stack.query(
      'submission',
      `SELECT actor_id, details FROM account_audit_entries WHERE account_id = $1 AND action = 'confirm_role' ORDER BY id`,
      [newcomer.id],
    );
    expect(audit).toEqual([
      { actor_id: second.id, details: { roles: ['admin'] } },
      { actor_id: second.id, details: { roles: ['fulfilment'] } },
    ]);
  });

  it('is confirmed by nobody whose own role waits, and not on the word of such an admin', async () => {
    const [thief, accomplice, reader] = [await person('admin'), await person(), await person()];
    await grant(thief, accomplice, 'admin');
    await grant(thief, reader, 'fulfilment');
    expect((await confirm(accomplice, reader)).body.error).toBe('FORBIDDEN');
    await grant(thief, reader);
    await grant(accomplice, reader, 'fulfilment');
    expect((await confirm(thief, reader)).body.error).toBe('FORBIDDEN');
    expect(await readAddress(reader)).toBe('FORBIDDEN');
    const honest = await person('admin');
    expect((await confirm(honest, accomplice)).status).toBe(200);
    expect((await confirm(honest, reader)).status).toBe(200);
    expect(await readAddress(reader)).toBe(LET_IN);
  });

  it('does not wait if it was given in the database, as for the first admin', async () => {
    const admin = await person('admin');
    expect(await readAddress(admin)).toBe(LET_IN);
    expect((await confirm(await person('admin'), admin)).body.error).toBe('NOT_FOUND');
  });

  it('is told to all admins, once for each grant', async () => {
    const [admin, another, suspended, reviewer, newcomer] = [
      await person('admin'),
      await person('admin'),
      await person('admin'),
      await person('reviewer'),
      await person(),
    ];
    await admin.ask('PATCH', `/admin/accounts/${suspended.id}`, { json: { suspended: true } });
    await grant(admin, newcomer, 'reviewer', 'fulfilment');
    await grant(admin, newcomer, 'fulfilment');
    const told = await mailsAbout(newcomer, [admin, another, suspended, reviewer, newcomer]);
    const by = { changed_by: admin.id, account_id: newcomer.id };
    const granted = { ...by, change: 'granted', roles: 'reviewer, fulfilment' };
    const taken = { ...by, change: 'taken', roles: 'reviewer' };
    expect(told).toHaveLength(4);
    expect(told).toEqual(
      expect.arrayContaining([admin, another].flatMap(({ id }) => [to(id, granted), to(id, taken)])),
    );
  });

  it('is told to all who were admins when it is taken or its holder is suspended, the holder too', async () => {
    const [thief, taken, suspended] = [await person('admin'), await person('admin'), await person('reviewer', 'admin')];
    const all = [thief, taken, suspended];
    await grant(thief, taken);
    const change = (json: object) => thief.ask('PATCH', `/admin/accounts/${suspended.id}`, { json });
    for (const json of [{ suspended: true }, { suspended: true }]) expect((await change(json)).status).toBe(200);
    const takenData = { changed_by: thief.id, account_id: taken.id, change: 'taken', roles: 'admin' };
    expect(await mailsAbout(taken, all)).toEqual(expect.arrayContaining(all.map(({ id }) => to(id, takenData))));
    const data = { changed_by: thief.id, account_id: suspended.id, change: 'suspended', roles: 'reviewer, admin' };
    const told = await mailsAbout(suspended, all);
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([to(thief.id, data), to(suspended.id, data)]));
  });

  it('is told of nobody who has none', async () => {
    const [admin, participant] = [await person('admin'), await person()];
    await admin.ask('PATCH', `/admin/accounts/${participant.id}`, { json: { suspended: true, roles: [] } });
    expect(await mailsAbout(participant, [admin])).toEqual([]);
  });

  it('takes no role from other staff and suspends none before 24 hours, but grants', async () => {
    const [admin, newcomer, participant] = [await person('admin'), await person(), await person()];
    await grant(admin, newcomer, 'admin');
    const change = (id: string, json: object) => newcomer.ask('PATCH', `/admin/accounts/${id}`, { json });
    for (const json of [{ roles: [] }, { suspended: true }, { roles: ['reviewer'], suspended: false }])
      expect((await change(admin.id, json)).body).toMatchObject({
        error: 'FORBIDDEN',
        message: expect.stringContaining('role is new') as string,
      });
    expect((await change(admin.id, { roles: ['admin', 'reviewer'] })).status).toBe(200);
    expect((await change(admin.id, { roles: ['admin'] })).status).toBe(403);
    expect((await change(participant.id, { suspended: true })).status).toBe(200);
    await makeOlder(newcomer.id, 24);
    expect((await change(admin.id, { suspended: true })).status).toBe(200);
    await grant(newcomer, admin);
  });

  it('may be given up before 24 hours', async () => {
    const [admin, newcomer] = [await person('admin'), await person()];
    await grant(admin, newcomer, 'admin');
    expect((await newcomer.ask('PATCH', `/admin/accounts/${newcomer.id}`, { json: { roles: [] } })).status).toBe(200);
  });

  it('is confirmed for accounts that exist, by admins alone', async () => {
    const [admin, reviewer] = [await person('admin'), await person('reviewer')];
    expect((await confirm(admin, { id: 'nobody' })).body.error).toBe('NOT_FOUND');
    expect((await confirm(reviewer, admin)).body.error).toBe('FORBIDDEN');
    expect((await confirm(admin, reviewer, { role: 'owner' })).body.error).toBe('VALIDATION_FAILED');
  });
});

it('reads addresses at once where second factors are optional', async () => {
  const stack = sharedStack();
  const newcomer = await AccountHolder.register(stack);
  const { submission_url: url, staff } = stack.credentials;
  await callApi(url, 'PATCH', `/admin/accounts/${newcomer.account.id}`, {
    token: staff.admin,
    json: { roles: ['fulfilment'] },
  });
  expect((await newcomer.ask('GET', RECIPIENT_OF_NONE)).body.error).toBe(LET_IN);
});
