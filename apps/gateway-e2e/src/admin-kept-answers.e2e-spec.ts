import { sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { terms } from './catalog-rows';

/** The answer is stored in the transaction of the change, so that a retry after a crash cannot repeat the change. */
describe('a change under an Idempotency-Key', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);

  it.each<[string, (id: string) => [string, string, object], string]>([
    ['a customer', (id) => ['POST', '/customers', { name: id }], 'SELECT id FROM customers WHERE name = $1'],
    [
      'an admin key',
      (id) => ['POST', '/admin-keys', { name: id, role: 'viewer' }],
      'SELECT id FROM admin_keys WHERE name = $1',
    ],
    [
      'a supplier',
      (id) => ['POST', '/suppliers', { id, kind: 'sandbox', api_keys: [] }],
      'SELECT id FROM suppliers WHERE id = $1',
    ],
    [
      'a model',
      (id) => ['PUT', `/models/${id}`, { ...TERMS, display_name: id }],
      'SELECT id FROM models WHERE id = $1',
    ],
  ])('is stored with its response or not at all: %s', async (_, callOf, find) => {
    const id = `kept-${process.pid}-${Date.now().toString(36)}`;
    const [method, path, json] = callOf(id);
    const send = () => owner.call<object>(method, path, json, { headers: { 'idempotency-key': id } });
    const found = () => stack.query('gateway', find, [id]);
    const waiting = (statement: string) =>
      waitUntil(
        () =>
          stack.query(
            'gateway',
            `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND pid <> pg_backend_pid()`,
            [statement],
          ),
        (rows) => rows.length > 0,
      );
    const [trail, answers] = [await stack.connect('gateway'), await stack.connect('gateway')];
    try {
      await trail.query('BEGIN; LOCK TABLE change_entries IN SHARE MODE');
      const first = send();
      await waiting('INSERT INTO%change_entries%');
      const meanwhile = await send();
      expect([meanwhile.status, meanwhile.body.error, meanwhile.headers.get('retry-after')]).toEqual([
        409,
        'IDEMPOTENCY_IN_PROGRESS',
        '1',
      ]);
      await answers.query('BEGIN; SELECT FROM idempotency_keys WHERE answer IS NULL FOR UPDATE');
      await trail.query('ROLLBACK');
      const [backend] = await waiting('UPDATE idempotency_keys SET answer%');
      expect(await found()).toEqual([]);
      await stack.query('gateway', 'SELECT pg_terminate_backend($1)', [backend?.pid]);
      await answers.query('ROLLBACK');
      expect((await first).status).toBeGreaterThanOrEqual(500);
    } finally {
      await Promise.all([trail.end(), answers.end()]);
    }
    expect(await found()).toEqual([]);
    const done = await waitUntil(send, ({ status }) => status === 201);
    const replay = await send();
    expect([
      done.headers.get('idempotency-replayed'),
      replay.headers.get('idempotency-replayed'),
      replay.status,
      replay.body,
    ]).toEqual([null, 'true', 201, done.body]);
    // Rows from before the status was stored.
    await stack.query('gateway', 'UPDATE idempotency_keys SET status = NULL');
    const older = await send();
    expect([older.headers.get('idempotency-replayed'), older.status, older.body]).toEqual([
      'true',
      method === 'PUT' ? 200 : 201,
      done.body,
    ]);
    expect(await found()).toHaveLength(1);
  });
});

it('stores no email of a console user in plain text', async () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const email = `kept-${process.pid}-${Date.now().toString(36)}@example.com`;
  const send = () =>
    owner.call(
      'POST',
      '/users',
      { email, password: 'correct horse battery', role: 'viewer' },
      { headers: { 'idempotency-key': email } },
    );
  const first = await send();
  const stored = await stack.query('gateway', 'SELECT answer FROM idempotency_keys WHERE answer IS NOT NULL');
  expect(first.text).toContain(email);
  expect(stored.some(({ answer }) => (answer as Buffer).includes(email))).toBe(false);
  const replay = await send();
  expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
});

const TERMS = { ...terms, active: false };
