import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { GatewayReplica } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

const VERIFY = path.resolve(__dirname, '../../../dist/apps/gateway/verify-ledger.js');
const DAY_MS = 86_400_000;

/** On separate servers, because more than a year of days is sealed. */
describe('old keys of the ledger', () => {
  let stack: TestStack;
  let admin: Admin;
  let customerId: string;

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    ({ customerId } = await admin.customer('1'));
  });

  afterAll(() => stack.stop());

  const query = (statement: string, values: unknown[] = []) => stack.query('gateway', statement, values);

  /** An id as the gateway makes them. */
  const requestOf = (daysAgo: number) => {
    const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  };
  const write = async (requestId: string, daysAgo: number, kind = 'charge', taskId: string | null = null) => {
    await query(
      `INSERT INTO ledger_entries (id, created_at, request_id, task_id, customer_id, account, kind, amount_nano)
       SELECT gen_random_uuid(), now() - make_interval(days => $2), $1, $5, $3, account, $4, 0 FROM (VALUES ('customer'), ('revenue')) AS entry (account)`,
      [requestId, daysAgo, customerId, kind, taskId],
    );
    return requestId;
  };
  /** A request can have a loss for each route that it tried. Their keys name the routes. */
  const writeLosses = (requestId: string, daysAgo: number) =>
    query(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano, route_id)
       SELECT gen_random_uuid(), now() - make_interval(days => $2), $1, $3, account, 'loss', 0, route
       FROM (VALUES ('funding'), ('revenue')) AS entry (account), (VALUES (gen_random_uuid()), (gen_random_uuid())) AS tried (route)`,
      [requestId, daysAgo, customerId],
    );
  const keys = async (subjects: string[]) => {
    const rows = await query('SELECT DISTINCT subject FROM ledger_keys WHERE subject = ANY ($1)', [subjects]);
    return rows.map(({ subject }) => String(subject)).sort();
  };
  const forget = async () =>
    (await stack.queryAsServing('gateway', 'SELECT gateway.forget_ledger_keys(1) AS forgets'))[0]?.forgets;
  const sealDays = async (wrong: string) => {
    for (let call = 0; call < 3; call += 1) await stack.queryAsServing('gateway', 'SELECT gateway.close_ledger_days()');
    await query(
      `SELECT seal_ledger_day(day::date, CASE WHEN day = first THEN ARRAY[$1] ELSE '{}'::text[] END)
       FROM (SELECT date_trunc('day', min(created_at), 'UTC') AT TIME ZONE 'UTC' AS first FROM ledger_entries) AS ledger,
         generate_series(first, (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day`,
      [wrong],
    );
  };

  it('are forgotten after 400 days, once their day is sealed, and never those of credits or faulty requests', async () => {
    const task = `imgtask_${randomUUID()}`;
    const old = await write(requestOf(402), 402, 'charge', task);
    await writeLosses(old, 402);
    const wrong = await write(requestOf(402), 402);
    await writeLosses(wrong, 402);
    const credit = await write(`credit-${randomUUID()}`, 402, 'credit');
    const young = await write(requestOf(399), 399);
    const lost = requestOf(402);
    await writeLosses(lost, 402);
    const all = [old, task, wrong, credit, young, lost];
    expect([await forget(), await keys(all)]).toEqual([false, [...all].sort()]);

    await sealDays(wrong);
    const worker = await GatewayReplica.start(stack, {}, 'worker');
    try {
      await waitUntil(
        () => keys(all),
        (left) => left.length < all.length,
      );
      expect([await forget(), await keys(all)]).toEqual([false, [wrong, credit, young].sort()]);
    } finally {
      await worker.end('SIGTERM');
    }

    for (const kept of [credit, young])
      await expect(query('DELETE FROM ledger_keys WHERE subject = $1', [kept])).rejects.toThrow(/append-only/);
    await expect(stack.queryAsServing('gateway', 'DELETE FROM gateway.ledger_keys')).rejects.toThrow(
      /permission denied/,
    );
    await expect(write(young, 0)).rejects.toThrow(/"ledger_keys_pkey"/);
  });

  it('leave the rows of the ledger to be found and verified', async () => {
    const [entry] = await query(
      `SELECT request_id FROM ledger_entries entry WHERE kind = 'charge' AND NOT EXISTS (SELECT FROM ledger_keys WHERE subject = entry.request_id) LIMIT 1`,
    );
    const { items } = await admin.do<{ items: { account: string }[] }>(
      'GET',
      `/ledger?request_id=${String(entry?.request_id)}`,
    );
    expect([...new Set(items.map(({ account }) => account))].sort()).toEqual(['customer', 'funding', 'revenue']);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, GATEWAY_DATABASE_URL: stack.view.databaseUrls.gateway };
    await promisify(execFile)(process.execPath, [VERIFY], { env });
  });

  it('are there again after the migration is reverted', async () => {
    const unkeyed = () =>
      query(
        `SELECT FROM ledger_entries entry WHERE NOT EXISTS (SELECT FROM ledger_keys key WHERE (key.subject, key.created_at) = (entry.request_id, entry.created_at)
             AND key.kind = CASE WHEN entry.kind = 'loss' THEN 'loss ' || entry.route_id ELSE entry.kind END)
           OR task_id IS NOT NULL AND NOT EXISTS (SELECT FROM ledger_keys key WHERE (key.subject, key.kind) = (entry.task_id, entry.kind))`,
      );
    for (const process of Object.values(stack.processes)) await process.pause();
    expect(await unkeyed()).not.toEqual([]);
    await stack.revert('gateway', 'ForgetOldLedgerKeys');
    expect(await unkeyed()).toEqual([]);
    await stack.prepare('gateway');
  });
});
