import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { GatewayReplica } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';

const VERIFY = path.resolve(__dirname, '../../../dist/apps/gateway/verify-ledger.js');

/** On separate servers, because rows of all times are inserted. */
describe('partitions', () => {
  let stack: TestStack;
  let admin: Admin;
  let customerId: string;

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    ({ customerId } = await admin.customer('1'));
  });

  /** A worker that is left would keep the run from ending. */
  const workers: GatewayReplica[] = [];
  const startWorker = async () => {
    const worker = await GatewayReplica.start(stack, { REQUEST_LOG_KEPT_DAYS: '30' }, 'worker');
    workers.push(worker);
  };
  const endWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));

  afterEach(endWorkers);
  afterAll(() => stack.stop());

  const query = (statement: string, values: unknown[] = []) => stack.query('gateway', statement, values);

  const write = (requestId: string, away: string, taskId: string | null = null) =>
    query(
      `INSERT INTO ledger_entries (id, created_at, request_id, task_id, customer_id, account, kind, amount_nano)
       SELECT gen_random_uuid(), now() + $3::interval, $1, $2, $4, account, 'loss', 0 FROM (VALUES ('revenue'), ('funding')) AS loss (account)`,
      [requestId, taskId, away, customerId],
    );
  const tableOf = async (requestId: string) => {
    const rows = await query(
      'SELECT DISTINCT tableoid::regclass::text AS name FROM ledger_entries WHERE request_id = $1',
      [requestId],
    );
    return rows.map(({ name }) => String(name));
  };
  const monthOf = (away: string) =>
    query(`SELECT to_char(now() AT TIME ZONE 'UTC' + $1::interval, '"ledger_entries_"YYYY_MM') AS name`, [away]);
  const partitionsOf = async (table: string) => {
    const rows = await query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
      [table],
    );
    return rows.map(({ name }) => String(name));
  };

  it('exist for this month and the next three, and for today and the next seven days', async () => {
    const months = await query(
      `SELECT to_char(generate_series(now() AT TIME ZONE 'UTC', now() AT TIME ZONE 'UTC' + interval '3 months', '1 month'), '"ledger_entries_"YYYY_MM') AS name`,
    );
    expect(await partitionsOf('ledger_entries')).toEqual(expect.arrayContaining(months.map(({ name }) => name)));
    const days = await query(
      `SELECT to_char(generate_series(now() AT TIME ZONE 'UTC', now() AT TIME ZONE 'UTC' + interval '7 days', '1 day'), '"request_log_"YYYY_MM_DD') AS name`,
    );
    expect(await partitionsOf('request_log')).toEqual(expect.arrayContaining(days.map(({ name }) => name)));
  });

  it('refuse a second charge of a request in another month', async () => {
    const [requestId, taskId] = [randomUUID(), `imgtask_${randomUUID().replaceAll('-', '')}`];
    await write(requestId, '0', taskId);
    await expect(write(requestId, '32 days')).rejects.toThrow(/"ledger_keys_pkey"/);
    await expect(write(randomUUID(), '32 days', taskId)).rejects.toThrow(/"ledger_keys_pkey"/);
    expect(
      (await query('SELECT FROM ledger_entries WHERE request_id = $1 OR task_id = $2', [requestId, taskId])).length,
    ).toBe(2);
  });

  it('refuse a second charge within a statement, and from a parallel one', async () => {
    const twice = `
      INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
      SELECT gen_random_uuid(), $1, $2, 'customer', 'charge', 0 FROM generate_series(1, 2)`;
    await expect(query(twice, [randomUUID(), customerId])).rejects.toThrow(/"ledger_keys_one_row_an_account"/);
    const requestId = randomUUID();
    const outcomes = await Promise.allSettled(
      ['0', '1 second', '32 days', '64 days'].map((away) => write(requestId, away)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await tableOf(requestId)).toHaveLength(1);
  });

  it('refuse changes of the ledger, its keys and each partition', async () => {
    const requestId = randomUUID();
    await write(requestId, '0');
    const [partition = ''] = await tableOf(requestId);
    for (const table of ['ledger_entries', 'ledger_keys', partition, 'ledger_entries_default']) {
      for (const statement of [`UPDATE ${table} SET kind = 'credit'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
        await expect(query(statement)).rejects.toThrow(/append-only/);
        await expect(stack.queryAsServing('gateway', statement)).rejects.toThrow(/permission denied/);
      }
    }
    const directly = `INSERT INTO ${partition} (id, request_id, customer_id, account, kind, amount_nano) VALUES (gen_random_uuid(), '${requestId}', '${customerId}', 'revenue', 'loss', 0)`;
    await expect(stack.queryAsServing('gateway', directly)).rejects.toThrow(/permission denied/);
    await expect(query(directly)).rejects.toThrow(/"ledger_keys_pkey"/);
    expect(await stack.queryAsServing('gateway', 'SELECT FROM ledger_entries LIMIT 1')).toHaveLength(1);
  });

  it('store rows without a partition in the default one, and move them when theirs is created, even by parallel jobs', async () => {
    const requestId = randomUUID();
    await write(requestId, '8 months');
    expect(await tableOf(requestId)).toEqual(['ledger_entries_default']);
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        stack.queryAsServing('gateway', 'SELECT gateway.make_ledger_partitions() AS made'),
      ),
    );
    expect(
      made
        .flat()
        .map(({ made: count }) => Number(count))
        .sort(),
    ).toEqual([0, 0, 0, 1]);
    expect(await tableOf(requestId)).toEqual((await monthOf('8 months')).map(({ name }) => name));
    const [own = ''] = await tableOf(requestId);
    expect((await query('SELECT FROM ledger_keys WHERE subject = $1', [requestId])).length).toBe(1);
    await expect(query(`DELETE FROM ${own}`)).rejects.toThrow(/append-only/);
    await expect(query('DELETE FROM ledger_entries_default')).rejects.toThrow(/append-only/);
    await expect(stack.queryAsServing('gateway', `SELECT FROM ${own}`)).rejects.toThrow(/permission denied/);
    expect(
      (await query(`SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'`, [own])).length,
    ).toBe(2);
  });

  it('of the request log are dropped whole when their day is old, by any worker', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const [id, age] of [
      [old, '31 days'],
      [young, '30 days'],
    ] as const) {
      const at = `date_trunc('day', now(), 'UTC') - $2::interval + interval '1 minute'`;
      await query(
        `INSERT INTO request_log (request_id, at, endpoint, status, latency_ms) VALUES ($1, ${at}, 'chat', 200, 1)`,
        [id, age],
      );
    }
    await expect(stack.queryAsServing('gateway', 'DELETE FROM request_log')).rejects.toThrow(/permission denied/);
    await expect(stack.queryAsServing('gateway', 'SELECT gateway.drop_request_log_partitions(0)')).rejects.toThrow(
      /kept for a day/,
    );
    expect((await admin.call('GET', `/requests/${old}`)).status).toBe(200);
    await startWorker();
    const kept = async () =>
      (await query('SELECT request_id AS id FROM request_log WHERE request_id = ANY ($1)', [[old, young]])).map(
        ({ id }) => id,
      );
    // A reader may miss a row in the moment in which it moves.
    await waitUntil(kept, (ids) => ids.length === 1 && ids[0] === young);
    await endWorkers();
    const dayAgo = async (days: number) =>
      String(
        (
          await query(
            `SELECT to_char(now() AT TIME ZONE 'UTC' - make_interval(days => $1), '"request_log_"YYYY_MM_DD') AS name`,
            [days],
          )
        )[0]?.name,
      );
    const left = await partitionsOf('request_log');
    expect([left.includes(await dayAgo(31)), left.includes(await dayAgo(30))]).toEqual([false, true]);
    expect((await admin.call('GET', `/requests/${old}`)).status).toBe(404);
  });

  it('are not read by lists and sums of another period', async () => {
    const requestId = randomUUID();
    await write(requestId, '-70 days');
    await query('SELECT make_ledger_partitions()');
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const between = `from=${day(-71)}&to=${day(-69)}`;
    /** A reader of today's partition blocks the statement for long. */
    const beside = async (partition: string, work: () => Promise<void>) => {
      const locker = await stack.connect('gateway');
      try {
        const [today] = await query(`SELECT to_char(now() AT TIME ZONE 'UTC', $1) AS name`, [partition]);
        await locker.query(`BEGIN; LOCK TABLE ${String(today?.name)}`);
        await work();
      } finally {
        await locker.end();
      }
    };
    await beside('"ledger_entries_"YYYY_MM', async () => {
      const { items } = await admin.do<{ items: { request_id: string }[] }>('GET', `/ledger?${between}`);
      expect(items.map(({ request_id }) => request_id)).toEqual([requestId, requestId]);
      expect(await admin.do('GET', `/usage?${between}&group_by=day`)).toEqual({ items: [] });
    });
    await beside('"request_log_"YYYY_MM_DD', async () => {
      expect(await admin.do('GET', `/requests?${between}`)).toEqual({ items: [], next_cursor: null });
      expect(await admin.do('GET', `/usage?${between}&group_by=day`)).toEqual({ items: [] });
    });
  });

  it('appear as one table in the pages of the ledger', async () => {
    const ids = await query('SELECT id FROM ledger_entries ORDER BY created_at DESC, id DESC');
    const pages = await admin.all<{ id: string }>('/ledger', 3);
    expect(pages.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    const months = await query('SELECT DISTINCT tableoid FROM ledger_entries');
    expect(months.length).toBeGreaterThan(2);
  });

  describe('of closed days', () => {
    const odd = randomUUID();
    let yesterday: string;
    const reconcile = () =>
      admin.do<{ drift_cny: string; mismatches: { kind: string; id: string }[] }>('GET', '/reconciliation');
    const closing = async () =>
      (await stack.queryAsServing('gateway', `SELECT to_char(gateway.close_ledger_days(), 'YYYY-MM-DD') AS through`))[0]
        ?.through ?? null;
    const lastSeal = async () =>
      (await query(`SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM ledger_seals`))[0]?.day;
    /** Writes rows that the triggers would refuse, as a superuser could. */
    const plant = (table: string, statement: string) =>
      query(`ALTER TABLE ${table} DISABLE TRIGGER USER; ${statement}; ALTER TABLE ${table} ENABLE TRIGGER USER`);
    const verify = async () => {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, GATEWAY_DATABASE_URL: stack.view.databaseUrls.gateway };
      try {
        return { code: 0, said: (await promisify(execFile)(process.execPath, [VERIFY], { env })).stdout };
      } catch (error) {
        const { code, stdout } = error as { code: number; stdout: string };
        return { code, said: stdout };
      }
    };

    it('are sealed with each row, and not before every possible write has ended', async () => {
      yesterday = String(
        (await query(`SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD') AS day`))[0]?.day,
      );
      await query(
        `WITH given AS (UPDATE customers SET balance_nano = balance_nano + 7 WHERE id = $1)
         INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano)
         SELECT gen_random_uuid(), now() - interval '3 days', 'credit-sealed', $1, account, 'credit', nano FROM (VALUES ('customer', 7), ('funding', -7)) AS credit (account, nano)`,
        [customerId],
      );
      await query(
        `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano)
         VALUES (gen_random_uuid(), now() - interval '2 days', $1, $2, 'revenue', 'loss', 5)`,
        [odd, customerId],
      );
      const writer = await stack.connect('gateway');
      try {
        await writer.query('BEGIN');
        await writer.query(
          `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano)
           SELECT gen_random_uuid(), now() - interval '1 day', 'slow', $1, account, 'loss', 0 FROM (VALUES ('revenue'), ('funding')) AS loss (account)`,
          [customerId],
        );
        expect([await closing(), await closing(), await closing()]).toEqual([null, null, null]);
        await writer.query('COMMIT');
      } finally {
        await writer.end();
      }
      expect(await closing()).toBe(yesterday);
      await Promise.all([startWorker(), startWorker()]);
      await waitUntil(lastSeal, (day) => day === yesterday);
      await endWorkers();
      const [sealed] = await query(
        'SELECT sum(rows)::int AS rows, count(*)::int AS days, (max(day) - min(day) + 1)::int AS span FROM ledger_seals',
      );
      const [written] = await query(
        `SELECT count(*)::int AS rows FROM ledger_entries WHERE created_at < date_trunc('day', now(), 'UTC')`,
      );
      expect([sealed?.rows, sealed?.days]).toEqual([written?.rows, sealed?.span]);
    });

    it('accept no more rows', async () => {
      await expect(write(randomUUID(), '-1 day')).rejects.toThrow(/is closed/);
      await expect(write(randomUUID(), '-200 days')).rejects.toThrow(/is closed/);
      await expect(
        query(`BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO ledger_entries (id, created_at, request_id, customer_id, account, kind, amount_nano)
        VALUES (gen_random_uuid(), now() - interval '1 day', 'repeatable', '${customerId}', 'revenue', 'loss', 0)`),
      ).rejects.toThrow(/READ COMMITTED/);
      await expect(
        stack.queryAsServing('gateway', `INSERT INTO gateway.ledger_seals SELECT * FROM gateway.ledger_seals`),
      ).rejects.toThrow(/permission denied/);
      expect(
        await stack.queryAsServing('gateway', `SELECT gateway.seal_ledger_day(CURRENT_DATE, '{}') AS sealed`),
      ).toEqual([{ sealed: false }]);
    });

    it('count in the reconciliation, with the mismatches from the time of sealing', async () => {
      expect(await reconcile()).toMatchObject({
        drift_cny: '0.00000001',
        mismatches: [
          { kind: 'charge', id: odd },
          { kind: 'request', id: odd },
        ],
      });
      await query('UPDATE customers SET balance_nano = balance_nano + 1 WHERE id = $1', [customerId]);
      expect((await reconcile()).mismatches.map(({ kind }) => kind)).toEqual(['balance', 'charge', 'request']);
      await query('UPDATE customers SET balance_nano = balance_nano - 1 WHERE id = $1', [customerId]);
      await plant('ledger_day_sums', `UPDATE ledger_day_sums SET amount_nano = amount_nano + 1`);
      expect((await reconcile()).mismatches.map(({ kind }) => kind)).toEqual(['balance', 'charge', 'request', 'seal']);
      await plant('ledger_day_sums', `UPDATE ledger_day_sums SET amount_nano = amount_nano - 1`);
      await plant(
        'ledger_seals',
        `UPDATE ledger_seals SET digest = sha256(digest) WHERE day = '${yesterday}'::date - 1`,
      );
      expect((await reconcile()).mismatches).toContainEqual(expect.objectContaining({ kind: 'seal' }));
    });

    it('are verified from their rows by a command', async () => {
      // The seal of the day before was changed above.
      await plant(
        'ledger_entries',
        `UPDATE ledger_entries SET model = 'other' WHERE request_id = 'slow' AND account = 'revenue'`,
      );
      const { code, said } = await verify();
      expect(code).toBe(1);
      expect(said).toMatch(/: the seal does not follow/);
      expect(said).toContain(`${yesterday}: the rows are not those that were sealed`);
      await plant(
        'ledger_seals',
        `UPDATE ledger_seals SET digest = (read_ledger_day(day)).digest WHERE day = '${yesterday}'::date - 1`,
      );
      await plant(
        'ledger_entries',
        `UPDATE ledger_entries SET model = NULL WHERE request_id = 'slow' AND account = 'revenue'`,
      );
      await startWorker();
      await waitUntil(
        () => query(`SELECT FROM ledger_line_days WHERE day = '${yesterday}'`),
        (stored) => stored.length === 1,
      );
      await endWorkers();
      const ofYesterday = `'${yesterday}', '${customerId}', 'm', 'request', 'base', 1, 1`;
      await plant('ledger_line_sums', `INSERT INTO ledger_line_sums VALUES (${ofYesterday})`);
      expect((await verify()).said).toContain(`${yesterday}: the sums by class of unit are not those of the rows`);
      await plant(
        'ledger_line_sums',
        `DELETE FROM ledger_line_sums WHERE day = '${yesterday}' AND model = 'm' AND amount_nano = 1`,
      );
      // Only the request that was wrong from the beginning is left.
      const { said: rest } = await verify();
      expect(rest).toMatch(/\{"days":\d+,"rows":\d+,"faults":2\}\n$/);
      expect(rest.split('\n').filter((line) => line.includes(': '))).toEqual(
        ['charge', 'request'].map((kind) => expect.stringContaining(`${kind} ${odd}`) as string),
      );
    });
  });
});
