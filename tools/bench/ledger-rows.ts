import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { callApi, waitUntil } from '@shipyard/testing';
import type { Client } from 'pg';
import type { BenchProcesses } from './bench-process';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { catalogOf, chat } from './gateway-rows';
import type { LoadResult } from './load';
import { type OperatorRow, timeConsole } from './operator-rows';
import { payersOf } from './paying-customers';
import { asOwner, GRACE_MS, SEALED_WITHIN_MS, sealAll, seedLedger, sumAll } from './seeded-ledger';

const ROWS_A_DAY = 333_334;
const ROWS_QUICKLY = 20_000;
const RECONCILIATIONS = 3;
const PAYERS = 40;
const CHATS_A_SECOND = 50;
const CONNECTIONS = 16;
const ROUND_SECONDS = 5;
const ROUNDS_ALONE = 4;

export interface LedgerRow {
  rows: number;
  days: number;
  seededMs: number;
  sealedMs: number;
  /** The sums of lines, usage days and usage hours. */
  summedMs: number;
  reconciledMs: number;
  driftCny: string;
  mismatches: number;
  verifiedMs: number;
  faults: number;
  /** From the start of a worker until each customer has the statements of all past months. */
  statements: number;
  closedMs: number;
  /** Of charged chats, at a rate far below what the gateway can do. */
  chatP99Ms: { alone: number; whileClosing: number };
}

interface Reconciled {
  data: { drift_cny: string; mismatches: unknown[] };
}

/**
 * Fills a ledger, and has the worker close its days. Then times the reconciliation, the command that reads all rows, and the
 * closing of statements, and the console of operators over all of it. All days but today are before this month, so that
 * their months can be closed.
 */
export function measureLedger(
  bench: Bench,
  askedRows: number,
): Promise<{ ledger: LedgerRow; operators: OperatorRow[] }> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin));
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    const rows = bench.quick ? ROWS_QUICKLY : askedRows;
    const perDay = bench.quick ? ROWS_QUICKLY / 4 : ROWS_A_DAY;
    const days = Math.max(Math.floor(rows / perDay) - 1, 1);
    bench.report(`Measuring: a ledger of ${rows} rows in ${days + 1} days`);
    await opened.stack.processes.gatewayWorker.stop('SIGTERM', GRACE_MS);
    const ledger = {
      rows,
      days,
      seededMs: await timed(() => seedLedger(opened, days, perDay / 2, bench.report)),
      sealedMs: await timed(() => sealAll(opened, bench.stopping)),
      summedMs: await timed(() => sumAll(opened, bench.stopping)),
      ...(await timeReconciliation(opened)),
      ...(await timeVerification(opened)),
      ...(await timeClosing(bench, processes, opened)),
    };
    bench.report(JSON.stringify(ledger));
    return { ledger, operators: await timeConsole(bench, opened, rows) };
  });
}

async function timeReconciliation(
  opened: BenchStack,
): Promise<Pick<LedgerRow, 'reconciledMs' | 'driftCny' | 'mismatches'>> {
  const times: number[] = [];
  let reconciled: Reconciled | undefined;
  for (let turn = 0; turn < RECONCILIATIONS; turn += 1)
    times.push(await timed(async () => (reconciled = await reconcile(opened))));
  const { drift_cny: driftCny = '?', mismatches = [] } = reconciled?.data ?? {};
  const reconciledMs = times.toSorted((one, other) => one - other)[1] ?? NaN;
  return { reconciledMs, driftCny, mismatches: mismatches.length };
}

async function timeVerification(opened: BenchStack): Promise<Pick<LedgerRow, 'verifiedMs' | 'faults'>> {
  let faults = NaN;
  const verifiedMs = await timed(async () => (faults = await verify(opened)));
  return { verifiedMs, faults };
}

/**
 * Closes the statements of all past months while customers chat. They chat before while a worker starts that has nothing
 * to close, so that the difference is the closing alone.
 */
async function timeClosing(
  { stopping }: Bench,
  processes: BenchProcesses,
  opened: BenchStack,
): Promise<Pick<LedgerRow, 'statements' | 'closedMs' | 'chatP99Ms'>> {
  const { gatewayWorker } = opened.stack.processes;
  await gatewayWorker.stop('SIGTERM', GRACE_MS);
  const keys = (await payersOf(opened, PAYERS)).map(({ secret }) => secret);
  const drive = () =>
    processes.drive({
      ...chat(opened.stack.addresses.gatewayUrl, keys[0] ?? '', false),
      ...{ keys, perSecond: CHATS_A_SECOND, connections: CONNECTIONS, seconds: ROUND_SECONDS },
    });
  await drive();
  const alone: LoadResult[] = [];
  const starting = gatewayWorker.start(stopping);
  for (let round = 0; round < ROUNDS_ALONE; round += 1) alone.push(await drive());
  await starting;
  await gatewayWorker.stop('SIGTERM', GRACE_MS);
  const statements = await asOwner(opened, makeMonthsDue);
  const whileClosing: LoadResult[] = [];
  let isClosed = false;
  const closing = timed(() => closeAll(opened, statements, stopping)).finally(() => (isClosed = true));
  do whileClosing.push(await drive());
  while (!isClosed);
  const closedMs = await closing;
  return {
    statements,
    closedMs,
    chatP99Ms: { alone: medianP99(alone), whileClosing: medianP99(whileClosing) },
  };
}

const medianP99 = (results: readonly LoadResult[]): number =>
  results.map(({ p99Ms }) => p99Ms).toSorted((one, other) => one - other)[Math.floor(results.length / 2)] ?? NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

/** Returns how many statements are due. */
async function makeMonthsDue(client: Client): Promise<number> {
  await client.query(
    `UPDATE customers SET time_zone = 'UTC', created_at = (SELECT min(created_at) FROM ledger_entries) WHERE name LIKE 'Bench %'`,
  );
  const { rows } = await client.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM customers, generate_series(date_trunc('month', created_at, 'UTC'), date_trunc('month', now(), 'UTC') - interval '1 day', interval '1 month')
     WHERE name LIKE 'Bench %'`,
  );
  return rows[0]?.due ?? 0;
}

async function closeAll(opened: BenchStack, statements: number, stopping: AbortSignal): Promise<void> {
  await opened.stack.processes.gatewayWorker.start(stopping);
  const closed = () =>
    asOwner(opened, async (client) => {
      const { rows } = await client.query<{ closed: number }>(
        `SELECT count(*)::int AS closed FROM statements JOIN customers ON customers.id = customer_id WHERE name LIKE 'Bench %'`,
      );
      return rows[0]?.closed ?? 0;
    });
  await waitUntil(closed, (count) => count >= statements || stopping.aborted, {
    giveUpAfterMs: SEALED_WITHIN_MS,
    askEveryMs: 100,
  });
}

async function reconcile({ stack, credentials }: BenchStack): Promise<Reconciled> {
  const { status, body, text } = await callApi<Reconciled>(stack.addresses.gatewayUrl, 'GET', '/admin/reconciliation', {
    token: credentials.gateway_admin_key,
  });
  if (status !== 200) throw new Error(`The reconciliation was answered ${status} ${text}`);
  return body;
}

async function verify({ stack }: BenchStack): Promise<number> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, GATEWAY_DATABASE_URL: stack.servers.gatewayDatabaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [path.resolve('dist/apps/gateway/verify-ledger.js')], {
    env,
  }).catch((error: { stdout: string }) => error);
  return Number(/"faults":(\d+)/.exec(stdout)?.[1]);
}
