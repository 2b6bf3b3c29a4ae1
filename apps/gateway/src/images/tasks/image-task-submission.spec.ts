import { uuidv7 } from '@shipyard/platform/ids';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import { Pool } from 'pg';
import { migrateDatabase } from '../../database/migrate-schema';

let pool: Pool;

beforeAll(async () => {
  const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
  pool = new Pool({ connectionString: servingUrl, options: '-c search_path=gateway', idleTimeoutMillis: 0 });
});
afterAll(() => pool.end());

async function addPayer(balanceNano: bigint, limits: { open: number; unfetched: number }) {
  const [customerId, keyId] = [uuidv7(), uuidv7()];
  await pool.query(
    `INSERT INTO customers (id, name, balance_nano, max_open_tasks, max_unfetched_tasks) VALUES ($1, 'Tasks', $2, $3, $4)`,
    [customerId, balanceNano, limits.open, limits.unfetched],
  );
  await pool.query(
    `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes) VALUES ($1, $2, 'a', $3, 'abcd', '{image}')`,
    [keyId, customerId, Buffer.from(keyId.repeat(2)).subarray(0, 32)],
  );
  return { customerId, keyId };
}

async function submit({ customerId, keyId }: { customerId: string; keyId: string }, isServed = true): Promise<string> {
  const taskId = `imgtask_${uuidv7().replaceAll('-', '')}`;
  const { rows } = await pool.query<{ outcome: string }>(
    `SELECT outcome FROM submit_image_task($1, $2, $3, $4, $5, 'm', 'p', '64x64', 1, NULL, 7, 7, NULL, $6, now())`,
    [taskId, uuidv7(), customerId, keyId, uuidv7(), isServed],
  );
  return rows[0]?.outcome ?? '';
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

// Processes share no queue, so that their submissions may wait for the row together.
it.each([
  ['too_many_open', 1_000n, { open: 1, unfetched: 9 }],
  ['too_many_unfetched', 1_000n, { open: 9, unfetched: 1 }],
  ['too_little_money', 7n, { open: 9, unfetched: 9 }],
])('of two parallel submissions one is %s', async (refused, balanceNano, limits) => {
  const payer = await addPayer(balanceNano, limits);
  const locker = await pool.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [payer.customerId]);
  const both = Promise.all([submit(payer), submit(payer)]);
  await waitUntil(
    async () => (await pool.query(WAITING)).rowCount,
    (waiting) => waiting === 2,
  );
  await locker.query('COMMIT');
  locker.release();
  expect((await both).sort()).toEqual(['submitted', refused].sort());
  const { rows } = await pool.query<{ held_nano: string }>('SELECT held_nano FROM customers WHERE id = $1', [
    payer.customerId,
  ]);
  expect(rows).toEqual([{ held_nano: '7' }]);
});

it('leaves nothing where no route can draw', async () => {
  const payer = await addPayer(1_000n, { open: 9, unfetched: 9 });
  expect(await submit(payer, false)).toBe('unserved');
  const { rows } = await pool.query<{ held_nano: string }>('SELECT held_nano FROM customers WHERE id = $1', [
    payer.customerId,
  ]);
  expect(rows).toEqual([{ held_nano: '0' }]);
  expect((await pool.query('SELECT FROM image_tasks WHERE customer_id = $1', [payer.customerId])).rows).toEqual([]);
});
