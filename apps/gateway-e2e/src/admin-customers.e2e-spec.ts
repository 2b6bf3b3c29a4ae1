import { mintToken } from '@shipyard/auth';
import { callApi, sharedStack } from '@shipyard/testing';
import { Admin, type Listed, NO_KEY_DEFAULTS, NO_LIMITS } from './admin-client';
import { nanoOf } from './gateway-client';

interface Key {
  id: string;
  last4: string;
  scopes: string[];
  budget: unknown;
  previous_valid_until: string | null;
  revoked_at: string | null;
}

describe('customers, their money and their keys', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const newCustomer = async () =>
    (await owner.do<{ customer: { id: string } }>('POST', '/customers', { name: 'Suite' })).customer.id;
  const credit = (customerId: string, amount_cny: string, key: string | null, reason = 'Because') =>
    owner.call<{ entry: { id: string; kind: string; amount_cny: string }; balance_cny: string }>(
      'POST',
      `/customers/${customerId}/credits`,
      { amount_cny, reason },
      {
        headers: key === null ? {} : { 'idempotency-key': key },
      },
    );
  const chat = (token: string) =>
    callApi<{ error?: { code: string } }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] },
    });

  it('creates, changes and shows a customer', async () => {
    const { status, body } = await owner.call<{ customer: { id: string } }>('POST', '/customers', {
      name: ' Zoë',
      time_zone: 'Europe/Paris',
    });
    expect(status).toBe(201);
    const { customer } = body.data;
    const made = {
      id: customer.id,
      name: ' Zoë',
      time_zone: 'Europe/Paris',
      status: 'active',
      balance_cny: '0.00',
      held_cny: '0.00',
      max_open_tasks: 2_000,
      max_unfetched_tasks: 2_000,
      credit_line_cny: '0.00',
      overdue_at: null,
      limits: NO_LIMITS,
      key_defaults: NO_KEY_DEFAULTS,
      alerts: {
        balance_below_cny: null,
        days_left: 7,
        key_expires_days: 7,
        mail_to: [],
        mail_events: ['balance.low', 'budget.80', 'budget.100', 'key.expiring', 'statement.ready'],
        language: 'en',
      },
      created_at: expect.any(String) as string,
    };
    expect(customer).toEqual(made);
    expect(await owner.do('PATCH', `/customers/${customer.id}`, { status: 'suspended' })).toEqual({
      customer: { ...made, status: 'suspended' },
    });
    expect(await owner.do('GET', `/customers/${customer.id}`)).toEqual({ customer: { ...made, status: 'suspended' } });
  });

  it.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a NUL', { name: 'a\0' }, 'name'],
    ['half a character', { name: 'a\ud800' }, 'name'],
    ['a time zone of nowhere', { name: 'a', time_zone: 'Mars/Base' }, 'time_zone'],
    ['a time zone that Postgres has not', { name: 'a', time_zone: 'CTT' }, 'time_zone'],
    ['a time zone that is another one to Postgres', { name: 'a', time_zone: 'IST' }, 'time_zone'],
    ['an unknown status', { name: 'a', status: 'gone' }, 'status'],
    ['null for a status', { name: 'a', status: null }, 'status'],
    ['money', { name: 'a', balance_cny: '5' }, 'balance_cny'],
  ])('refuses a customer with %s', async (_, json, field) => {
    const { status, body } = await owner.call('POST', '/customers', json);
    expect([status, body.error, body.details?.fields?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('sums usage by days in every accepted time zone', async () => {
    for (const time_zone of ['asia/shanghai', 'EST', 'Etc/GMT+8', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu']) {
      const { customerId, secret } = await owner.customer();
      expect(await owner.do('PATCH', `/customers/${customerId}`, { time_zone })).toMatchObject({
        customer: { time_zone },
      });
      expect((await chat(secret)).status).toBe(200);
      for (const wrong of ['CTT', 'IST'])
        expect((await owner.call('PATCH', `/customers/${customerId}`, { time_zone: wrong })).body.error).toBe(
          'VALIDATION_FAILED',
        );
    }
    expect((await owner.call('GET', '/usage?group_by=day,customer')).status).toBe(200);
  });

  it.each(['nothing', '00000000-0000-7000-8000-000000000000', '%00', '%F0%9F%98%80', 'a%2Fb'])(
    'answers 404 for the customer %s',
    async (id) => {
      for (const [method, path, json] of [
        ['GET', ''],
        ['PATCH', '', { name: 'a' }],
        ['GET', '/balance'],
        ['POST', '/credits', { amount_cny: '1', reason: 'a' }],
      ] as const) {
        const { status, body } = await owner.call(method, `/customers/${id}${path}`, json, {
          headers: { 'idempotency-key': `nothing ${id}` },
        });
        expect([method, path, status, body.error]).toEqual([method, path, 404, 'NOT_FOUND']);
      }
    },
  );

  it('suspends a customer for every call with a key, and reactivates it', async () => {
    const { customerId, secret } = await owner.customer();
    expect((await chat(secret)).status).toBe(200);
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
    await expectSoon(() => chat(secret), 403, 'customer_suspended');
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'active' });
    await expectSoon(() => chat(secret), 200, undefined);
  });

  it('credits and debits money exactly to the nano', async () => {
    const id = await newCustomer();
    const given = await credit(id, '12.500000001', `give ${id}`);
    expect([given.status, given.body.data]).toMatchObject([
      201,
      {
        entry: { kind: 'credit', amount_cny: '12.500000001', account: 'customer', customer_id: id },
        balance_cny: '12.500000001',
      },
    ]);
    const taken = await credit(id, '-2.5', `take ${id}`);
    expect(taken.body.data).toMatchObject({
      entry: { kind: 'adjustment', amount_cny: '-2.50' },
      balance_cny: '10.000000001',
    });
    expect(await owner.do('GET', `/customers/${id}/balance`)).toEqual({
      balance_cny: '10.000000001',
      held_cny: '0.00',
      available_cny: '10.000000001',
    });
    const { items } = await owner.do<Listed<{ account: string; amount_cny: string }>>(
      'GET',
      `/ledger?customer_id=${id}`,
    );
    expect(items.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(0n);
    expect(items.filter(({ account }) => account === 'customer')).toHaveLength(2);
    const low = await credit(id, '-10.000000002', `low ${id}`);
    expect([low.status, low.body.error]).toEqual([409, 'BALANCE_TOO_LOW']);
  });

  it('does not debit held money', async () => {
    const id = await newCustomer();
    await credit(id, '10', `give ${id}`);
    await stack.query('gateway', 'UPDATE customers SET held_nano = 4000000000 WHERE id = $1', [id]);
    try {
      expect((await credit(id, '-6.000000001', `low ${id}`)).body.error).toBe('BALANCE_TOO_LOW');
      expect((await credit(id, '-6', `all ${id}`)).body.data.balance_cny).toBe('4.00');
    } finally {
      await stack.query('gateway', 'UPDATE customers SET held_nano = 0 WHERE id = $1', [id]);
    }
  });

  it.each(['0', '-0.00', '1e3', '1.0000000001', '1234567890', '', 'NaN', 12.5, null, '100000000.01'])(
    'refuses a credit of %j CNY',
    async (amount) => {
      const id = stack.credentials.gateway_admin_key;
      const { body } = await owner.call(
        'POST',
        `/customers/${await newCustomer()}/credits`,
        { amount_cny: amount, reason: 'a' },
        { headers: { 'idempotency-key': id } },
      );
      expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', 'amount_cny']);
    },
  );

  it('credits once per Idempotency-Key, for parallel requests and after the record is lost', async () => {
    const id = await newCustomer();
    expect((await credit(id, '5', null)).body.details?.fields?.[0]?.field).toBe('Idempotency-Key');
    const answers = await Promise.all(Array.from({ length: 10 }, () => credit(id, '5', `once ${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await credit(id, '1', `another ${id}`);
    const replay = await credit(id, '5', `once ${id}`);
    expect([replay.status, replay.headers.get('idempotency-replayed'), replay.text]).toEqual([
      201,
      'true',
      answers[0]?.text,
    ]);
    expect(replay.body.data.balance_cny).toBe('5.00');
    for (const other of ['5.01', '-5'])
      expect((await credit(id, other, `once ${id}`)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await credit(id, '5', `once ${id}`, 'Another reason')).body.error).toBe('IDEMPOTENCY_KEY_REUSED');

    await stack.query('gateway', 'DELETE FROM idempotency_keys');
    expect((await credit(id, '5', `once ${id}`)).text).toBe(replay.text);
    const audit = await owner.all<{ subject_id: string; action: string }>('/audit');
    expect(audit.filter(({ subject_id, action }) => subject_id === id && action === 'customer.credit')).toHaveLength(2);
  });

  it('credits once when two operators send one Idempotency-Key, at once or later', async () => {
    const id = await newCustomer();
    const { secret } = await owner.do<{ secret: string }>('POST', '/admin-keys', { name: 'Second', role: 'operator' });
    const colleague = new Admin(stack.gatewayUrl, secret);
    const send = (admin: Admin, amount_cny: string, customerId = id) =>
      admin.call<{ balance_cny: string }>(
        'POST',
        `/customers/${customerId}/credits`,
        { amount_cny, reason: 'Because' },
        {
          headers: { 'idempotency-key': `order ${id}` },
        },
      );
    const answers = await Promise.all([send(owner, '5'), send(colleague, '5'), send(owner, '5'), send(colleague, '5')]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body.data.balance_cny).toBe('5.00');
    for (const other of ['6', '-5']) expect((await send(colleague, other)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    // Another customer's key is another key.
    expect((await send(owner, '7', await newCustomer())).body.data.balance_cny).toBe('7.00');
  });

  it('holds one credit per key in the database too', async () => {
    const id = await newCustomer();
    await credit(id, '5', `once ${id}`);
    const again = stack.query(
      'gateway',
      `INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
       SELECT gen_random_uuid(), request_id, customer_id, account, 'adjustment', 0 FROM ledger_entries WHERE customer_id = $1`,
      [id],
    );
    await expect(again).rejects.toThrow(/"ledger_keys_one_credit"/);
  });

  it('honors an Idempotency-Key on other writes, and seals a secret in the stored response', async () => {
    const customerId = await newCustomer();
    const make = (name: string) =>
      owner.call<{ key: Key; secret: string }>(
        'POST',
        '/keys',
        { customer_id: customerId, name, scopes: ['text'] },
        { headers: { 'idempotency-key': `key ${customerId}` } },
      );
    const [first, second] = [await make('a'), await make('a')];
    expect(second.body).toEqual(first.body);
    expect((await make('b')).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    const kept = await stack.query('gateway', `SELECT encode(answer, 'escape') AS answer FROM idempotency_keys`);
    for (const { answer } of kept) expect(String(answer)).not.toContain(first.body.data.secret);
  });

  it('creates a key with limits, shows its secret once, and clears limits with null', async () => {
    const customer_id = await newCustomer();
    const terms = {
      models: ['sandbox-chat'],
      fallback: ['sandbox-chat'],
      rpm: 10,
      tpm: 1000,
      max_concurrency: 2,
      max_abandoned: 5,
      budget: { amount_cny: '5.50', period: 'day' },
      allowed_ips: ['127.0.0.0/8', '::1'],
      expires_at: '2099-01-01T00:00:00.000Z',
    };
    const { key, secret } = await owner.do<{ key: Key; secret: string }>('POST', '/keys', {
      customer_id,
      name: 'All',
      scopes: ['text', 'image'],
      ...terms,
    });
    expect(key).toEqual({
      id: key.id,
      customer_id,
      name: 'All',
      prefix: 'gwk_',
      last4: secret.slice(-4),
      scopes: ['text', 'image'],
      ...terms,
      previous_valid_until: null,
      revoked_at: null,
      created_by_key_id: null,
      created_at: expect.any(String) as string,
    });
    const shown = await owner.call('GET', `/keys/${key.id}`);
    expect(shown.body.data).toEqual({ key });
    expect(shown.text).not.toContain(secret);
    const none = {
      models: null,
      fallback: null,
      rpm: null,
      tpm: null,
      max_concurrency: null,
      budget: null,
      allowed_ips: null,
      expires_at: null,
    };
    expect(await owner.do('PATCH', `/keys/${key.id}`, none)).toEqual({ key: { ...key, ...none } });
    expect(await owner.do('PATCH', `/keys/${key.id}`, { max_abandoned: null })).toMatchObject({
      key: { max_abandoned: 30 },
    });
    await owner.do('PATCH', `/keys/${key.id}`, { max_abandoned: 5 });
    expect(await owner.do('PATCH', `/keys/${key.id}`, { name: 'Some' })).toEqual({
      key: { ...key, ...none, name: 'Some' },
    });
    expect(await owner.do('PATCH', `/keys/${key.id}`, {})).toEqual({ key: { ...key, ...none, name: 'Some' } });
    const [stored] = await stack.query('gateway', 'SELECT k::text AS line FROM enterprise_keys k WHERE id = $1', [
      key.id,
    ]);
    expect(stored?.line).not.toContain(secret.slice(4, -4));
  });

  it.each<[string, object]>([
    ['customer_id', { customer_id: '00000000-0000-7000-8000-000000000000' }],
    ['customer_id', { customer_id: 'x' }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['text', 'text'] }],
    ['scopes', { scopes: ['video'] }],
    ['scopes', { scopes: 'text' }],
    ['models', { models: [] }],
    ['models', { models: ['a\0'] }],
    ['rpm', { rpm: 0 }],
    ['rpm', { rpm: 1e21 }],
    ['tpm', { tpm: 1.5 }],
    ['max_concurrency', { max_concurrency: '2' }],
    ['max_abandoned', { max_abandoned: -1 }],
    ['budget', { budget: [] }],
    ['budget.amount_cny', { budget: { amount_cny: '-1', period: 'day' } }],
    ['budget.period', { budget: { amount_cny: '1', period: 'year' } }],
    ['allowed_ips', { allowed_ips: ['10.0.0.1/8'] }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['secret', { secret: 'gwk_mine' }],
  ])('refuses a key with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('POST', '/keys', {
      customer_id: await newCustomer(),
      name: 'a',
      scopes: ['text'],
      ...change,
    });
    expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  });

  it('rotates and revokes a key', async () => {
    const { keyId, secret } = await owner.customer();
    const rotated = await owner.do<{ key: Key; secret: string }>('POST', `/keys/${keyId}/rotate`, { grace_seconds: 0 });
    expect(rotated.key).toMatchObject({ id: keyId, last4: rotated.secret.slice(-4), previous_valid_until: null });
    await expectSoon(() => chat(secret), 401, 'invalid_api_key');
    await expectSoon(() => chat(rotated.secret), 200, undefined);
    const again = await owner.do<{ key: Key; secret: string }>('POST', `/keys/${keyId}/rotate`);
    const days = (Date.parse(again.key.previous_valid_until ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(1);
    const { key } = await owner.do<{ key: Key }>('DELETE', `/keys/${keyId}`);
    expect(key).toMatchObject({ revoked_at: expect.any(String) as string, previous_valid_until: null });
    await expectSoon(() => chat(again.secret), 401, 'invalid_api_key');
    expect(await owner.do('DELETE', `/keys/${keyId}`)).toEqual({ key });
    for (const [method, path] of [
      ['POST', '/rotate'],
      ['PATCH', ''],
    ] as const)
      expect((await owner.call(method, `/keys/${keyId}${path}`, {})).body.error).toBe('CONFLICT');
  });

  it('lists each record once, in pages, newest first', async () => {
    const { customerId } = await owner.customer();
    for (let left = 4; left > 0; left -= 1)
      await owner.do('POST', '/keys', { customer_id: customerId, name: `Key ${left}`, scopes: ['text'] });
    const byTwos = await owner.all<Key & { name: string }>(`/keys?customer_id=${customerId}`, 2);
    expect(byTwos.map(({ name }) => name)).toEqual(['Key 1', 'Key 2', 'Key 3', 'Key 4', 'Suite']);
    expect((await owner.all<{ id: string }>('/customers', 1)).map(({ id }) => id)).toContain(customerId);
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=x',
      'cursor=x',
      `cursor=${Buffer.from('sandbox').toString('base64url')}`,
    ]) {
      expect((await owner.call('GET', `/keys?${query}`)).body.error).toBe('VALIDATION_FAILED');
    }
  });

  it('records permanently who changed what, with the values before and after, and no secret', async () => {
    const admin = await owner.as('operator');
    const { customerId, keyId, secret } = await admin.customer();
    await admin.do('PATCH', `/customers/${customerId}`, { name: 'Renamed' });
    const rotated = await admin.do<{ secret: string }>('POST', `/keys/${keyId}/rotate`);
    const trail = await owner.call<
      Listed<{ action: string; actor: { id: string }; subject_id: string; before: object | null; after: object | null }>
    >('GET', '/audit?limit=20');
    const ours = trail.body.data.items.filter(({ actor }) => actor.id === admin.id);
    expect(ours.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['key.rotate', keyId],
      ['customer.update', customerId],
      ['key.create', keyId],
      ['customer.credit', customerId],
      ['customer.create', customerId],
    ]);
    expect(ours[1]).toMatchObject({
      before: { name: 'Suite' },
      after: { name: 'Renamed' },
      actor: { kind: 'admin_key', name: 'Suite operator' },
    });
    expect(ours[3]).toMatchObject({
      before: { balance_cny: '0.00' },
      after: { balance_cny: '10.00', reason: 'Suite' },
    });
    for (const hidden of [secret, rotated.secret, admin.key]) expect(trail.text).not.toContain(hidden);
    for (const statement of [
      'UPDATE change_entries SET actor_name = $$x$$',
      'DELETE FROM change_entries',
      'TRUNCATE change_entries',
    ]) {
      await expect(stack.query('gateway', statement)).rejects.toThrow(/append-only/);
    }
    expect((await owner.call('GET', '/customers', undefined, { token: mintToken('gwa_') })).body.error).toBe(
      'AUTH_TOKEN_INVALID',
    );
  });

  it('changes and records nothing when a change is refused', async () => {
    const before = await stack.query('gateway', 'SELECT count(*)::int AS count FROM change_entries');
    await owner.call(
      'POST',
      `/customers/${await newCustomer()}/credits`,
      { amount_cny: '-1', reason: 'a' },
      { headers: { 'idempotency-key': 'refused' } },
    );
    const after = await stack.query('gateway', 'SELECT count(*)::int AS count FROM change_entries');
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1);
  });
});

/** A change acts within a second. The limit only ends a failed test. */
async function expectSoon(
  ask: () => Promise<{ status: number; body: { error?: { code: string } } }>,
  status: number,
  code: string | undefined,
): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  let answer = await ask();
  while ((answer.status !== status || answer.body.error?.code !== code) && Date.now() < giveUpAt) answer = await ask();
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
}
