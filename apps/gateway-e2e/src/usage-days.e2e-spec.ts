import { randomUUID } from 'node:crypto';
import { type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { GatewayReplica } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

/** On separate servers, because rows of past days are inserted. */
describe('the usage of sealed days', () => {
  let stack: TestStack;
  let admin: Admin;
  const customers: { customerId: string; keyId: string }[] = [];

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    customers.push(await admin.customer('1'), await admin.customer('1'));
  });

  afterAll(() => stack.stop());

  const query = (statement: string, values: unknown[] = []) => stack.query('gateway', statement, values);

  /** A request with its charge, or one that failed. */
  async function write(hoursAgo: number, who: number, units: number | null): Promise<void> {
    const requestId = randomUUID();
    const { customerId, keyId } = customers[who] ?? {};
    await query(
      `INSERT INTO request_log (request_id, at, customer_id, key_id, model, endpoint, status, latency_ms)
       VALUES ($1, now() - make_interval(hours => $2), $3, $4, 'm', 'chat', $5, 1)`,
      [requestId, hoursAgo, customerId, keyId, units === null ? 502 : 200],
    );
    if (units === null) return;
    await query(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, key_id, model, account, kind, amount_nano, lines, supplier_cost_nano)
       SELECT gen_random_uuid(), now() - make_interval(hours => $2), $1, $3, $4, 'm', account, 'charge', nano, $5::jsonb, 3
       FROM (VALUES ('customer', -$6::bigint), ('revenue', $6::bigint)) AS entry (account, nano)`,
      [
        requestId,
        hoursAgo,
        customerId,
        keyId,
        JSON.stringify([{ unit_type: 'input_1k_tokens', units, unit_price_nano: '1000', amount_nano: String(units) }]),
        units,
      ],
    );
  }

  it('comes from stored sums, and is what the rows say', async () => {
    for (const hours of [1, 20, 30, 49, 55, 75, 99])
      for (const who of [0, 1]) {
        await write(hours, who, hours + who);
        await write(hours, who, null);
      }
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const span = `from=${hoursAgo(98)}&to=${hoursAgo(10)}`;
    const asked = [
      ...['day', 'customer', 'day,customer,key,model,route'].map((groups) => `${span}&group_by=${groups}`),
      `${span}&customer_id=${customers[0]?.customerId}`,
      'group_by=model',
    ];
    const usage = () => Promise.all(asked.map((each) => admin.do<{ items: object[] }>('GET', `/usage?${each}`)));
    const fromRows = await usage();
    expect(fromRows.every(({ items }) => items.length > 0)).toBe(true);

    for (let call = 0; call < 3; call += 1) await stack.queryAsServing('gateway', 'SELECT gateway.close_ledger_days()');
    const days = await query(
      `SELECT seal_ledger_day(day::date, '{}') AS sealed
       FROM (SELECT date_trunc('day', min(created_at), 'UTC') AT TIME ZONE 'UTC' AS first FROM ledger_entries) AS ledger,
         generate_series(first, (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day`,
    );
    const workers = await Promise.all([1, 2].map(() => GatewayReplica.start(stack, {}, 'worker')));
    try {
      await waitUntil(
        () => query('SELECT day FROM usage_days'),
        (summed) => summed.length === days.length,
      );
    } finally {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
    }
    expect(await usage()).toEqual(fromRows);
    const [stored] = await query(
      `SELECT sum(count::integer)::integer AS answers
       FROM usage_day_sums CROSS JOIN LATERAL jsonb_each_text(latencies) AS bucket (name, count) WHERE name = '0'`,
    );
    const [logged] = await query(
      `SELECT count(*)::integer AS answers FROM request_log
       WHERE status = 200 AND at < (SELECT max(day) + 1 FROM usage_days)::timestamp AT TIME ZONE 'UTC'`,
    );
    expect(stored).toEqual(logged);

    await query('UPDATE usage_day_sums SET requests = requests + 1000');
    const [byDay] = await usage();
    expect(byDay?.items).not.toEqual(fromRows[0]?.items);
  });
});
