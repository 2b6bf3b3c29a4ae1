import { randomUUID } from 'node:crypto';
import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin, type Listed } from './admin-client';
import { nanoOf } from './gateway-client';
import { GatewayReplica } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';
import { sealLedgerDays } from './ledger-days';

interface Statement {
  number: string;
  period: string;
  starts_at: string;
  ends_at: string;
  closed_at: string;
  corrects: string | null;
  corrected_by: string | null;
  reason: string | null;
  lines: { model: string; unit_type: string; price_list: string | null; units: number; amount_cny: string }[];
  total_cny: string;
}

const ZONES = ['Asia/Shanghai', 'America/New_York', 'UTC'];
const MONTHS = 2;

/** On separate servers, because rows of past months are inserted, and workers are killed. */
describe('statements', () => {
  let stack: TestStack;
  let admin: Admin;
  const customers: string[] = [];

  const query = (statement: string, values: unknown[] = []) => stack.query('gateway', statement, values);
  const workers: GatewayReplica[] = [];
  const startWorker = async () => {
    const worker = await GatewayReplica.start(stack, {}, 'worker');
    workers.push(worker);
    return worker;
  };
  const statementsOf = (customerId: string) => admin.all<Statement>(`/customers/${customerId}/statements`, 2);
  const numbersOf = async () =>
    (await query('SELECT number FROM statements ORDER BY number')).map(({ number }) => Number(number));

  const waiters = async () => {
    const [{ waiting } = {}] = await query(
      `SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    );
    return Number(waiting);
  };

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    for (const zone of ZONES) {
      const { customer } = await admin.do<{ customer: { id: string } }>('POST', '/customers', {
        name: `Statements ${zone}`,
        time_zone: zone,
      });
      customers.push(customer.id);
    }
    // The customers of the demo are new, so no month of theirs is due.
    await query(
      `UPDATE customers SET created_at = date_trunc('month', now() AT TIME ZONE time_zone) AT TIME ZONE time_zone - make_interval(months => ${MONTHS}) + interval '3 days'
       WHERE id = ANY ($1::uuid[])`,
      [customers],
    );
    await query(WRITE_LEDGER, [customers]);
  });

  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await stack.stop();
  });

  it('are each closed once while workers are killed as they close, and numbered without gaps', async () => {
    await sealLedgerDays(stack);
    // Nobody listens there, and each statement is told once all the same.
    await admin.do('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['statement.ready'], internal: true });
    const gate = await stack.connect('gateway');
    for (const statement of GATE) await gate.query(statement);
    await gate.query('SELECT pg_advisory_lock(4711)');
    // One waits within the transaction of the fourth statement, and the other for the next number.
    const victims = await Promise.all([startWorker(), startWorker()]);
    await waitUntil(waiters, (waiting) => waiting === 2);
    expect(await numbersOf()).toEqual([1, 2, 3]);
    await Promise.all(victims.map((victim) => victim.end('SIGKILL')));
    await gate.query('SELECT pg_advisory_unlock(4711)');
    await waitUntil(waiters, (waiting) => waiting === 0);
    await gate.query('DROP FUNCTION wait_at_gate CASCADE');
    await gate.end();
    await Promise.all([startWorker(), startWorker()]);
    const due = ZONES.length * MONTHS;
    await waitUntil(numbersOf, ({ length }) => length >= due);
    await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
    expect(await numbersOf()).toEqual(Array.from({ length: due }, (_, at) => at + 1));
    const told = await query(`SELECT subject FROM webhook_events WHERE type = 'statement.ready' ORDER BY subject`);
    expect(told.map(({ subject }) => subject)).toEqual(Array.from({ length: due }, (_, at) => `S-00000${at + 1}`));
    expect(await query('SELECT FROM statements GROUP BY customer_id, month HAVING count(*) > 1')).toEqual([]);
  });

  it('add up to the ledger, and leave no moment out', async () => {
    for (const customerId of customers) {
      const statements = (await statementsOf(customerId)).toReversed();
      expect(statements.map(({ period }) => period)).toEqual(statements.map(({ period }) => period).toSorted());
      for (const [at, { lines, total_cny, starts_at, ends_at }] of statements.entries()) {
        const [{ nano } = {}] = await query(
          `SELECT COALESCE(-sum(amount_nano), 0)::text AS nano FROM ledger_entries
           WHERE customer_id = $1 AND account = 'customer' AND (kind = 'charge' OR refund_id IS NOT NULL) AND created_at >= $2 AND created_at < $3`,
          [customerId, starts_at, ends_at],
        );
        expect(nanoOf(total_cny)).toBe(BigInt(String(nano)));
        expect(lines.reduce((sum, line) => sum + nanoOf(line.amount_cny), 0n)).toBe(nanoOf(total_cny));
        if (at > 0) expect(starts_at).toBe(statements[at - 1]?.ends_at);
      }
      expect(statements[1]?.lines).toEqual([
        { model: 'm', unit_type: 'input_1k_tokens', price_list: 'base', units: 2_000, amount_cny: '0.000002' },
        { model: 'm', unit_type: 'input_1k_tokens', price_list: 'partner', units: 500, amount_cny: '0.00000035' },
        { model: 'm', unit_type: 'refund', price_list: null, units: 1, amount_cny: '-0.000000007' },
        { model: 'n', unit_type: 'image', price_list: 'base', units: 3, amount_cny: '0.00000003' },
      ]);
      expect(statements[1]?.total_cny).toBe('0.000002373');
    }
  });

  it('answer as JSON, CSV and PDF in two languages, and no other number does', async () => {
    const [, second] = (await statementsOf(customers[0] ?? '')).toReversed();
    const path = `/admin/statements/${second?.number}`;
    expect(await admin.do<Statement>('GET', `/statements/${second?.number}`)).toEqual(second);
    const get = (target: string) => callApi(stack.gatewayUrl, 'GET', target, { token: admin.key });
    const csv = await get(`${path}.csv`);
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const rows = csv.text.split('\r\n').slice(1, -1);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(second?.lines.map(({ amount_cny }) => amount_cny));
    const pdfs = await Promise.all(['', '?lang=en', '?lang=zh-CN'].map((lang) => get(`${path}.pdf${lang}`)));
    for (const pdf of pdfs) {
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(pdf.text.startsWith('%PDF-1.7')).toBe(true);
    }
    const [unsaid, english, chinese] = pdfs;
    expect([unsaid?.text === english?.text, english?.text === chinese?.text]).toEqual([true, false]);
    expect((await get(`${path}.pdf?lang=de`)).status).toBe(400);
    for (const number of ['S-999999', 'S-1', '1', 'S-000001.txt', '%00'])
      for (const ending of ['', '.csv', '.pdf'])
        expect((await get(`/admin/statements/${number}${ending}`)).status).toBe(404);
    expect((await get(`/admin/customers/${randomUUID()}/statements`)).status).toBe(404);
  });

  it('stay as they are, and a correction is a new one with the next number', async () => {
    const [, second] = (await statementsOf(customers[1] ?? '')).toReversed();
    const change = 'UPDATE gateway.statements SET total_nano = 0';
    await expect(query(change)).rejects.toThrow(/append-only|never/i);
    await expect(stack.queryAsServing('gateway', change)).rejects.toThrow(/permission denied/);
    const correct = (number = second?.number) =>
      admin.call<{ statement: Statement }>('POST', `/statements/${number}/correct`, { reason: 'A row was lost' });
    expect((await correct()).body).toMatchObject({ error: 'CONFLICT' });
    // No row of a sealed day can be added in any other way.
    await query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await query(WRITE_MORE, [customers[1], second?.starts_at]);
    await query('ALTER TABLE ledger_entries ENABLE TRIGGER USER');
    const last = (await numbersOf()).at(-1) ?? 0;
    const answers = await Promise.all([correct(), correct(), correct()]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
    expect((await numbersOf()).at(-1)).toBe(last + 1);
    const { statement } = answers.find(({ status }) => status === 201)?.body.data ?? {};
    expect(statement).toMatchObject({
      number: `S-${String(last + 1).padStart(6, '0')}`,
      period: second?.period,
      corrects: second?.number,
      reason: 'A row was lost',
      total_cny: '0.000002374',
    });
    const old = await admin.do<Statement>('GET', `/statements/${second?.number}`);
    expect(old).toEqual({ ...second, corrected_by: statement?.number });
    expect((await correct()).body).toMatchObject({ error: 'CONFLICT' });
    expect((await correct(statement?.number)).body).toMatchObject({ error: 'CONFLICT' });
    const audit = await admin.do<Listed<{ action: string; subject_id: string }>>('GET', '/audit?limit=1');
    expect(audit.items).toMatchObject([{ action: 'statement.correct', subject_id: statement?.number }]);
  });
});

const GATE = [
  `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(4711);
     RETURN NEW;
   END $$`,
  'CREATE TRIGGER wait_at_gate BEFORE INSERT ON statements FOR EACH ROW WHEN (NEW.number = 4) EXECUTE FUNCTION wait_at_gate()',
];

/** For each customer and month, on its second day: three charges, a refund, and money that came in. */
const WRITE_LEDGER = `
  INSERT INTO ledger_entries (id, created_at, request_id, customer_id, model, account, kind, amount_nano, lines, refund_id)
  SELECT gen_random_uuid(), starts_at, gen_random_uuid(), customer.id, row.model, account, row.kind,
    CASE account WHEN 'customer' THEN row.nano ELSE -row.nano END, row.lines::jsonb, CASE WHEN row.is_refund THEN gen_random_uuid() END
  FROM customers customer
  CROSS JOIN generate_series(1, ${MONTHS}) AS ago
  CROSS JOIN LATERAL (
    SELECT (date_trunc('month', now() AT TIME ZONE time_zone) - make_interval(months => ago) + interval '1 day') AT TIME ZONE time_zone AS starts_at
  ) AS month
  CROSS JOIN (VALUES
    ('m', 'charge', -1000, '[{"unit_type": "input_1k_tokens", "units": 1000, "unit_price_nano": "1000", "amount_nano": "1000"}]', false),
    ('m', 'charge', -1350, '[{"unit_type": "input_1k_tokens", "units": 1000, "unit_price_nano": "1000", "amount_nano": "1000", "price_list": "base"}, {"unit_type": "input_1k_tokens", "units": 500, "unit_price_nano": "700", "amount_nano": "350", "price_list": "partner", "above_input_tokens": 10}]', false),
    ('n', 'charge', -30, '[{"unit_type": "image", "units": 3, "unit_price_nano": "10", "amount_nano": "30", "size": "1x1"}]', false),
    ('m', 'credit', 7, '[]', true),
    (NULL, 'credit', 5000, '[]', false)
  ) AS row (model, kind, nano, lines, is_refund)
  CROSS JOIN unnest(ARRAY['customer', 'revenue']) AS account
  WHERE customer.id = ANY ($1::uuid[])`;

const WRITE_MORE = `
  INSERT INTO ledger_entries (id, created_at, request_id, customer_id, model, account, kind, amount_nano, lines)
  SELECT gen_random_uuid(), $2::timestamptz, 'lost', $1, 'm', 'customer', 'charge', -1,
    '[{"unit_type": "request", "units": 1, "unit_price_nano": "1", "amount_nano": "1"}]'`;
