import { randomUUID } from 'node:crypto';
import { callApi, documentedFetch, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

interface Reconciliation {
  checked_at: string;
  customers: number;
  drift_cny: string;
  open_holds: { count: number; oldest_seconds: number };
  mismatches: { kind: string; id: string; recorded_cny: string; recomputed_cny: string }[];
}

/** Without generated columns. */
const COLUMNS =
  'id, created_at, request_id, customer_id, key_id, window_starts_at, model, account, kind, amount_nano, lines, route_id, supplier_cost_nano';

/** Plants an error in every total, which must be reported. */
describe('the reconciliation', () => {
  let stack: TestStack;
  let owner: Admin;
  let ids: { customer: string; key: string; request: string };

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    const { customerId, keyId, secret } = await owner.customer('10', { budget: { amount_cny: '5', period: 'day' } });
    const { headers } = await callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: secret,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] },
    });
    ids = { customer: customerId, key: keyId, request: headers.get('x-request-id') ?? '' };
    await waitUntil(reconcile, ({ open_holds }) => open_holds.count === 0);
  });

  afterAll(() => stack.stop());

  const reconcile = () => owner.do<Reconciliation>('GET', '/reconciliation');
  const found = async () => {
    const { drift_cny, mismatches } = await reconcile();
    return {
      driftNano: nanoOf(drift_cny),
      kinds: mismatches.map(
        ({ kind, id }) => `${kind} ${Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id}`,
      ),
      differences: mismatches.map(({ recorded_cny, recomputed_cny }) => nanoOf(recorded_cny) - nanoOf(recomputed_cny)),
    };
  };

  /** Disables the ledger's triggers, as a superuser could. */
  async function plant(statement: string): Promise<void> {
    const statements = `ALTER TABLE ledger_entries DISABLE TRIGGER USER; ${statement}; ALTER TABLE ledger_entries ENABLE TRIGGER USER`;
    await stack.query(
      'gateway',
      statements.replaceAll('$customer', ids.customer).replaceAll('$key', ids.key).replaceAll('$request', ids.request),
    );
  }

  const customerRow = `account = 'customer' AND kind = 'charge' AND request_id = '$request'`;

  it.each<[string, string, string, string[], bigint[]]>([
    [
      'a balance',
      `UPDATE customers SET balance_nano = balance_nano + 7 WHERE id = '$customer'`,
      `UPDATE customers SET balance_nano = balance_nano - 7 WHERE id = '$customer'`,
      ['balance customer'],
      [7n],
    ],
    [
      'what is held',
      `UPDATE customers SET held_nano = held_nano + 7 WHERE id = '$customer'`,
      `UPDATE customers SET held_nano = held_nano - 7 WHERE id = '$customer'`,
      ['held customer'],
      [7n],
    ],
    [
      'what is held of a budget',
      `UPDATE budget_windows SET held_nano = 7 WHERE key_id = '$key'`,
      `UPDATE budget_windows SET held_nano = 0 WHERE key_id = '$key'`,
      ['budget_held key'],
      [7n],
    ],
    [
      'what is used of a budget',
      `UPDATE budget_windows SET used_nano = used_nano + 7 WHERE key_id = '$key'`,
      `UPDATE budget_windows SET used_nano = used_nano - 7 WHERE key_id = '$key'`,
      ['budget_used key'],
      [7n],
    ],
    [
      'one side of a charge',
      `UPDATE ledger_entries SET amount_nano = amount_nano - 7 WHERE ${customerRow}`,
      `UPDATE ledger_entries SET amount_nano = amount_nano + 7 WHERE ${customerRow}`,
      ['balance customer', 'budget_used key', 'request request'],
      [7n, -7n, -7n],
    ],
    [
      'units of a charge',
      `UPDATE ledger_entries SET lines = jsonb_set(lines, '{0,units}', to_jsonb((lines->0->>'units')::int + 1000)) WHERE ${customerRow}`,
      `UPDATE ledger_entries SET lines = jsonb_set(lines, '{0,units}', to_jsonb((lines->0->>'units')::int - 1000)) WHERE ${customerRow}`,
      ['charge request'],
      [-2_000_000n],
    ],
    [
      'the last of many lines of a charge',
      `UPDATE ledger_entries SET lines = lines || jsonb_build_array(jsonb_set(lines->0, '{units}', '0'), lines->0) WHERE ${customerRow}`,
      `UPDATE ledger_entries SET lines = jsonb_path_query_array(lines, '$[0 to last - 2]') WHERE ${customerRow}`,
      ['charge request'],
      [],
    ],
    [
      'a charge that is there twice, under another id',
      `CREATE TABLE twice AS SELECT * FROM ledger_entries WHERE kind = 'charge' AND request_id = '$request';
       UPDATE twice SET id = gen_random_uuid(), request_id = 'twice';
       INSERT INTO ledger_entries (${COLUMNS}) SELECT ${COLUMNS} FROM twice; DROP TABLE twice`,
      `DELETE FROM ledger_entries WHERE request_id = 'twice'`,
      ['balance customer', 'budget_used key'],
      [],
    ],
    [
      'a charge that is gone',
      `CREATE TABLE gone AS SELECT * FROM ledger_entries WHERE request_id = '$request'; DELETE FROM ledger_entries WHERE request_id = '$request'`,
      `INSERT INTO ledger_entries (${COLUMNS}) SELECT ${COLUMNS} FROM gone; DROP TABLE gone`,
      ['balance customer', 'budget_used key'],
      [],
    ],
    [
      'a hold that nobody counts',
      `INSERT INTO hold_blocks (id, process_id, customer_id, key_id, amount_nano, spare)
       SELECT '00000000-0000-7000-8000-0000000000aa', (SELECT id FROM processes LIMIT 1), '$customer', '$key', 7, false`,
      `DELETE FROM hold_blocks WHERE id = '00000000-0000-7000-8000-0000000000aa'`,
      ['held customer'],
      [-7n],
    ],
  ])('detects that %s is wrong', async (_, wrong, right, kinds, differences) => {
    expect(await found()).toEqual({ driftNano: 0n, kinds: [], differences: [] });
    await plant(wrong);
    const seen = await found();
    await plant(right);
    expect(seen.kinds).toEqual(kinds);
    if (differences.length > 0) expect(seen.differences).toEqual(differences);
    expect(seen.driftNano).toBe(seen.differences.reduce((sum, nano) => sum + (nano < 0n ? -nano : nano), 0n));
    expect(await found()).toEqual({ driftNano: 0n, kinds: [], differences: [] });
  });

  it('is cancelled in Postgres when the client disconnects', async () => {
    const underWay = () =>
      stack.query(
        'gateway',
        `SELECT FROM pg_stat_activity WHERE application_name = 'gateway-reports' AND state = 'active' AND wait_event_type = 'Lock'`,
      );
    const locker = await stack.connect('gateway');
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE ledger_entries');
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${stack.credentials.gateway_admin_key}` };
      const answer = documentedFetch(`${stack.gatewayUrl}/admin/reconciliation`, { headers, signal: leaving.signal });
      await waitUntil(underWay, (statements) => statements.length > 0);
      leaving.abort();
      await expect(answer).rejects.toThrow('abort');
      await waitUntil(underWay, (statements) => statements.length === 0);
    } finally {
      await locker.end();
    }
    expect((await found()).kinds).toEqual([]);
  });

  it('reports the number of open holds, and the age of the oldest', async () => {
    const { customerId, keyId } = await owner.customer('1');
    await stack.query('gateway', 'UPDATE customers SET held_nano = 7 WHERE id = $1', [customerId]);
    await stack.query(
      'gateway',
      `INSERT INTO holds (id, customer_id, key_id, request_id, task_id, amount_nano, held_at) VALUES ($1, $2, $3, $4, $4, 7, now() - interval '1 hour')`,
      [randomUUID(), customerId, keyId, randomUUID()],
    );
    const { open_holds, mismatches, customers } = await reconcile();
    expect([open_holds.count, mismatches]).toEqual([1, []]);
    expect(open_holds.oldest_seconds).toBeGreaterThanOrEqual(3_600);
    const [{ count } = {}] = await stack.query('gateway', 'SELECT count(*)::int AS count FROM customers');
    expect(customers).toBe(count);
  });
});
