import { waitUntil } from '@shipyard/testing';
import { Client } from 'pg';
import type { BenchStack } from './bench-stack';

const CUSTOMERS = 100;
export const GRACE_MS = 30_000;
export const SEALED_WITHIN_MS = 60 * 60_000;

const ownerOf = ({ stack }: BenchStack) => stack.servers.gatewayOwnerUrl ?? stack.servers.gatewayDatabaseUrl;

export async function asOwner<Result>(opened: BenchStack, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: ownerOf(opened), options: '-c search_path=gateway' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** So many days of charges before today, and today. */
export async function seedLedger(
  opened: BenchStack,
  days: number,
  chargesADay: number,
  report: (line: string) => void,
): Promise<void> {
  await asOwner(opened, async (client) => {
    await client.query(CUSTOMERS_AND_KEYS, [CUSTOMERS]);
    await client.query(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano) ${CREDITS}`,
      [agoOf(days)],
    );
    for (let day = days; day >= 0; day -= 1) {
      await client.query(CHARGES, [agoOf(day), Math.floor(chargesADay)]);
      if (day % 10 === 0) report(`${days - day + 1} of ${days + 1} days are there`);
    }
    await client.query('SELECT make_ledger_partitions()');
    await client.query(BALANCES);
    await client.query('VACUUM ANALYZE ledger_entries, ledger_keys');
  });
}

/** Starts the worker, which seals all days but today. */
export async function sealAll(opened: BenchStack, stopping: AbortSignal): Promise<void> {
  await opened.stack.processes.gatewayWorker.start(stopping);
  const sealed = `SELECT max(day) = (now() AT TIME ZONE 'UTC' - interval '15 minutes')::date - 1 AS done FROM ledger_seals`;
  await untilDone(opened, sealed, stopping);
}

/** The worker sums the lines and the usage of sealed days and past hours when it starts, and then every few minutes. */
export async function sumAll(opened: BenchStack, stopping: AbortSignal): Promise<void> {
  await opened.stack.processes.gatewayWorker.stop('SIGTERM', GRACE_MS);
  await opened.stack.processes.gatewayWorker.start(stopping);
  const summed = `
    SELECT bool_and(last.day = (SELECT max(day) FROM ledger_seals)) AND NOT EXISTS (SELECT FROM usage_hours WHERE summed_at IS NULL)
      AND (SELECT max(hour) FROM usage_hours) >= date_trunc('hour', now() - interval '5 minutes') - interval '1 hour' AS done
    FROM (SELECT max(day) AS day FROM usage_days UNION ALL SELECT max(day) FROM ledger_line_days) AS last`;
  await untilDone(opened, summed, stopping);
}

async function untilDone(opened: BenchStack, statement: string, stopping: AbortSignal): Promise<void> {
  const isDone = () =>
    asOwner(opened, async (client) => (await client.query<{ done: boolean | null }>(statement)).rows[0]?.done === true);
  await waitUntil(isDone, (done) => done || stopping.aborted, {
    giveUpAfterMs: SEALED_WITHIN_MS,
    askEveryMs: 1_000,
  });
}

/** Counts days before today so that today is followed by the last day of the month before. */
const agoOf = (day: number): number => (day === 0 ? 0 : day + new Date().getUTCDate() - 1);

const CUSTOMERS_AND_KEYS = `
  WITH made AS (
    INSERT INTO customers (id, name) SELECT gen_random_uuid(), 'Bench ' || n FROM generate_series(1, $1) AS n RETURNING id
  )
  INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes)
  SELECT gen_random_uuid(), made.id, 'Bench', sha256(made.id::text::bytea), '0000', ARRAY['text'] FROM made`;

const CREDITS = `
  SELECT gen_random_uuid(), date_trunc('day', now(), 'UTC') - make_interval(days => $1), 'bench-credit ' || customers.id, customers.id, account, 'credit', nano
  FROM customers CROSS JOIN (VALUES ('customer', 1000000000000000), ('funding', -1000000000000000)) AS credit (account, nano) WHERE name LIKE 'Bench %'`;

/** $1: days ago, $2: how many. Today's are spread over the elapsed part of the day. */
const CHARGES = `
  WITH bought AS (
    SELECT begins + least(interval '1 day', now() - begins) * (n / $2::float8) AS at, md5('route ' || n % 3)::uuid AS route_id, gen_random_uuid()::text AS request_id, n
    FROM generate_series(0, $2::int - 1) AS n, (SELECT date_trunc('day', now(), 'UTC') - make_interval(days => $1) AS begins) AS day
  ), keys AS (
    SELECT array_agg(key.id ORDER BY key.id) AS ids, array_agg(customer_id ORDER BY key.id) AS customers
    FROM enterprise_keys key JOIN customers ON customers.id = customer_id WHERE customers.name LIKE 'Bench %'
  )
  INSERT INTO ledger_entries (id, created_at, request_id, customer_id, key_id, model, account, kind, amount_nano, lines, route_id, supplier_cost_nano)
  SELECT gen_random_uuid(), at, request_id, customers[1 + n % ${CUSTOMERS}], ids[1 + n % ${CUSTOMERS}], 'bench-chat', account, 'charge', nano,
    '[{"unit_type": "input_1k_tokens", "units": 100, "unit_price_nano": "1000000", "amount_nano": "100000"}, {"unit_type": "output_1k_tokens", "units": 50, "unit_price_nano": "2000000", "amount_nano": "100000"}]',
    route_id, 150000
  FROM bought CROSS JOIN keys CROSS JOIN (VALUES ('customer', -200000), ('revenue', 200000)) AS charge (account, nano)`;

const BALANCES = `
  UPDATE customers SET balance_nano = total.nano
  FROM (SELECT customer_id, sum(amount_nano)::bigint AS nano FROM ledger_entries WHERE account = 'customer' GROUP BY customer_id) AS total
  WHERE customers.id = total.customer_id`;
