import type { Client } from 'pg';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { deepPath, logInByForm, pageReader, type PageTimes, timePage } from './page-times';
import { asOwner, GRACE_MS, sealAll, seedLedger, sumAll } from './seeded-ledger';

const REQUESTS = 1_000_000;
const REQUESTS_QUICKLY = 60_000;
const LEDGER_ROWS_QUICKLY = 20_000;
const TASKS = 200_000;
const TASKS_QUICKLY = 2_000;
const ROWS_A_DAY = 333_334;
const DAYS_OF_REQUESTS = 30;
const CONSOLE = '/admin/console';

export interface OperatorRow extends PageTimes {
  page: string;
  requests: number;
  ledgerRows: number;
}

interface Page {
  path: string;
  isDeep?: boolean;
}

/** Times the lists of the console of operators, one request after another. */
export function measureOperators(bench: Bench, askedRows: number): Promise<OperatorRow[]> {
  return withStacks(bench, async (_, openStack) => {
    const opened = await openStack();
    const ledgerRows = bench.quick ? LEDGER_ROWS_QUICKLY : askedRows;
    const perDay = bench.quick ? LEDGER_ROWS_QUICKLY / 4 : ROWS_A_DAY;
    await opened.stack.processes.gatewayWorker.stop('SIGTERM', GRACE_MS);
    bench.report(`Seeding ${ledgerRows} rows of the ledger`);
    await seedLedger(opened, Math.max(Math.floor(ledgerRows / perDay) - 1, 1), perDay / 2, bench.report);
    await sealAll(opened, bench.stopping);
    return timeConsole(bench, opened, ledgerRows);
  });
}

/** Needs what `seedLedger` and `sealAll` made. */
export async function timeConsole(bench: Bench, opened: BenchStack, ledgerRows: number): Promise<OperatorRow[]> {
  const requests = bench.quick ? REQUESTS_QUICKLY : REQUESTS;
  bench.report(`Seeding ${requests} requests`);
  const { customerId, keyId } = await asOwner(opened, (client) =>
    seedCalls(client, requests, bench.quick ? TASKS_QUICKLY : TASKS),
  );
  await sumAll(opened, bench.stopping);
  const rows: OperatorRow[] = [];
  for (const [page, { path, isDeep = false }] of Object.entries(pagesFor(customerId, keyId))) {
    const read = pageReader(opened.stack.addresses.gatewayUrl, await logIn(opened));
    const at = CONSOLE + path;
    rows.push({ page, requests, ledgerRows, ...(await timePage(isDeep ? await deepPath(at, read) : at, read)) });
    bench.report(`${page}: ${rows.at(-1)?.medianMs.toFixed(0)} ms`);
  }
  return rows;
}

const pagesFor = (customerId: string, keyId: string): Record<string, Page> => ({
  overview: { path: '/overview' },
  'overview of a month': { path: '/overview?range=month' },
  'overview of a customer': { path: `/overview?range=month&customer_id=${customerId}` },
  'overview of a supplier': { path: '/overview?range=month&supplier_id=sandbox' },
  customers: { path: '/customers' },
  'customers, a part of a name': { path: '/customers?name=nch%209' },
  'customers, nobody': { path: '/customers?name=nobody-is-like-that' },
  'a customer': { path: `/customers/${customerId}` },
  keys: { path: '/keys' },
  'a key': { path: `/keys/${keyId}` },
  requests: { path: '/requests' },
  'requests, a deep page': { path: '/requests', isDeep: true },
  'requests of a customer': { path: `/requests?customer_id=${customerId}` },
  'requests of a key': { path: `/requests?key_id=${keyId}` },
  'requests, a status': { path: '/requests?status=502' },
  'requests, a status that none has': { path: '/requests?status=418' },
  'requests of a model that none asked for': { path: '/requests?model=nothing' },
  searches: { path: '/searches' },
  'searches, a deep page': { path: '/searches', isDeep: true },
  'searches of a key': { path: `/searches?key_id=${keyId}` },
  'searches that failed': { path: '/searches?status=502' },
  ledger: { path: '/ledger' },
  'ledger, a deep page': { path: '/ledger', isDeep: true },
  'ledger of a customer': { path: `/ledger?customer_id=${customerId}` },
  'ledger of one day': { path: `/ledger?from=${daysAgo(3)}&to=${daysAgo(2)}` },
  'ledger files': { path: '/ledger/files' },
  losses: { path: '/ledger/losses' },
  tasks: { path: '/tasks' },
  'tasks, a deep page': { path: '/tasks', isDeep: true },
  'tasks of a customer': { path: `/tasks?customer_id=${customerId}` },
  'tasks that failed': { path: '/tasks?status=failed' },
  'tasks that run': { path: '/tasks?status=running' },
  routes: { path: '/routes' },
  audit: { path: '/audit' },
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function logIn({ stack, credentials }: BenchStack): Promise<string> {
  const { email, password } = credentials.gateway_console;
  return logInByForm(`${stack.addresses.gatewayUrl}${CONSOLE}/login`, email, password);
}

async function seedCalls(
  client: Client,
  requests: number,
  tasks: number,
): Promise<{ customerId: string; keyId: string }> {
  await client.query(REQUEST_LOG, [requests, DAYS_OF_REQUESTS]);
  await client.query(IMAGE_TASKS, [tasks]);
  await client.query('ANALYZE request_log, image_tasks, customers, enterprise_keys');
  const { rows } = await client.query<{ customerId: string; keyId: string }>(
    `SELECT key.customer_id AS "customerId", key.id AS "keyId" FROM enterprise_keys key JOIN customers ON customers.id = customer_id
     WHERE customers.name = 'Bench 7'`,
  );
  const [seeded] = rows;
  if (!seeded) throw new Error('The seed of the ledger made no customer');
  return seeded;
}

const KEYS = `
  keys AS (
    SELECT array_agg(key.id ORDER BY key.id) AS ids, array_agg(customer_id ORDER BY key.id) AS customers, count(*)::int AS count
    FROM enterprise_keys key JOIN customers ON customers.id = customer_id WHERE customers.name LIKE 'Bench %'
  )`;

/** $1: how many, $2: over so many days. One of 200 has failed, and one of 1,001 is a search. */
const REQUEST_LOG = `
  WITH ${KEYS}
  INSERT INTO request_log (request_id, at, customer_id, key_id, model, endpoint, status, code, latency_ms, trace)
  SELECT gen_random_uuid(), now() - make_interval(days => $2) * (n / $1::float8), customers[1 + n % count], ids[1 + n % count], 'bench-chat',
    CASE WHEN n % 1001 = 0 THEN 'POST /v1/searches' ELSE 'POST /v1/chat/completions' END, CASE WHEN n % 200 = 0 THEN 502 ELSE 200 END, CASE WHEN n % 200 = 0 THEN 'upstream_error' END, 800,
    jsonb_build_array(jsonb_build_object('route_id', gen_random_uuid(), 'supplier_id', 'bench', 'outcome', 'answered', 'ms', 790))
  FROM generate_series(0, $1::int - 1) AS n CROSS JOIN keys`;

/** One of 500 has failed. Their prompts are deleted already. */
const IMAGE_TASKS = `
  WITH ${KEYS}
  INSERT INTO image_tasks (id, customer_id, key_id, hold_id, request_id, model_id, prompt, size, image_count, unit_price_nano, status, error_code, error_message, created_at, queued_at, started_at, finished_at, expires_at, swept_at)
  SELECT 'imgtask_' || lpad(to_hex(n), 32, '0'), customers[1 + n % count], ids[1 + n % count], gen_random_uuid(), gen_random_uuid(), 'bench-image', '', '1024x1024', 1, 0,
    CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'succeeded' END, CASE WHEN n % 500 = 0 THEN 'upstream_error' END, CASE WHEN n % 500 = 0 THEN 'Failed' END, at, at, at, at, at, at
  FROM generate_series(0, $1::int - 1) AS n CROSS JOIN LATERAL (SELECT now() - make_interval(secs => ($1::int - n)) AS at) AS time CROSS JOIN keys`;
