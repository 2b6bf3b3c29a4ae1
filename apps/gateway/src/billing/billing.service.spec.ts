import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import { Pool, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { BillingStatements } from '../database/billing-statements';
import type { LongReads } from '../database/long-reads';
import { migrateDatabase } from '../database/migrate-schema';
import { PreparedStatements } from '../database/prepared-statements';
import { BillingService, type Hold, knownCost } from './billing.service';
import { BudgetWindowsService } from './budget-windows.service';
import { DatabaseWrites, type HeartbeatsService } from '../processes';

let pool: Pool;

beforeAll(async () => {
  const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
  pool = new Pool({ connectionString: servingUrl, options: '-c search_path=gateway', idleTimeoutMillis: 0 });
});
afterAll(() => pool.end());

let inFlight = 0;

function startBilling(): BillingService {
  const statements = new PreparedStatements(() => pool);
  const watched = {
    async query<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
      inFlight += 1;
      try {
        return await statements.query<Row>(statement, values);
      } finally {
        inFlight -= 1;
      }
    },
  };
  const heartbeats = { processId: uuidv7(), onHeartbeat: () => undefined } as unknown as HeartbeatsService;
  const logger = { warn: jest.fn() } as unknown as Logger;
  const windows = new BudgetWindowsService({} as DataSource, watched as BillingStatements, {} as LongReads);
  const writes = new DatabaseWrites(watched as BillingStatements, heartbeats, logger);
  return new BillingService(windows, watched as BillingStatements, heartbeats, writes, logger);
}

/** Waits until nothing happens before the next timer. */
async function settle(): Promise<void> {
  for (let quietRounds = 0; quietRounds < 5; quietRounds += 1) {
    await new Promise(setImmediate);
    if (inFlight > 0) quietRounds = 0;
  }
}

interface Budget {
  amountNano: bigint;
  period: 'day' | 'month';
  timeZone: string;
}

async function addPayer(balanceNano: bigint, budget: Budget | null, customerId = uuidv7()) {
  const keyId = uuidv7();
  await pool.query('INSERT INTO customers (id, name, balance_nano) VALUES ($1, $2, $3)', [
    customerId,
    'Payer',
    balanceNano,
  ]);
  await pool.query(
    `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes, budget_nano, budget_period)
     VALUES ($1, $2, 'a', $3, 'abcd', '{image}', $4, $5)`,
    [keyId, customerId, Buffer.from(keyId.repeat(2)).subarray(0, 32), budget?.amountNano, budget?.period],
  );
  return { customerId, keyId, budget };
}

async function storedAmounts(...customerIds: string[]): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ id: string; amount_nano: string }>(
    'SELECT id, amount_nano FROM hold_blocks WHERE customer_id = ANY ($1)',
    [customerIds],
  );
  return new Map(rows.map(({ id, amount_nano }) => [id, BigInt(amount_nano)]));
}

/** A surplus is for this many requests. */
const SURPLUS_REQUESTS = 2_048n;

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const midnights = [
  ['day', 'Asia/Shanghai', '2026-03-01T16:00:00Z', '2026-02-28T16:00:00Z'],
  ['month', 'America/New_York', '2026-03-01T05:00:00Z', '2026-02-01T05:00:00Z'],
] as const;

it.each(midnights)(
  'counts a hold from before the end of a %s in %s in that window, and later holds in the next',
  async (period, timeZone, midnight, before) => {
    const payer = await addPayer(1_000_000_000n, { amountNano: 1_000_000n, period, timeZone });
    for (const startsAt of [before, midnight])
      await pool.query('INSERT INTO budget_windows (key_id, starts_at, counted_at) VALUES ($1, $2, now())', [
        payer.keyId,
        startsAt,
      ]);
    const endsAt = Date.parse(midnight);
    jest.useFakeTimers({ now: endsAt - 1_000, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const billing = startBilling();
      const lines = [{ unitType: 'image' as const, units: 1, unitPriceNano: 7n }];
      const settleHold = (hold: Hold, name: string) =>
        billing.settle(hold, {
          requestId: `${name} ${payer.keyId}`,
          model: 'm',
          lines,
          routeId: uuidv7(),
          supplierCostNano: null,
        });

      const early = await billing.hold(payer, knownCost(lines));
      jest.setSystemTime(endsAt - 1);
      const last = await billing.hold(payer, knownCost(lines));
      jest.setSystemTime(endsAt);
      const next = await billing.hold(payer, knownCost(lines));
      expect(last.reservation).toBe(early.reservation);
      expect(next.reservation).not.toBe(early.reservation);
      const { rows: reservations } = await pool.query(
        'SELECT id, window_starts_at FROM hold_blocks WHERE customer_id = $1 ORDER BY window_starts_at',
        [payer.customerId],
      );
      expect(reservations).toEqual([
        { id: early.reservation.id, window_starts_at: new Date(before) },
        { id: next.reservation.id, window_starts_at: new Date(midnight) },
      ]);

      await settleHold(next, 'next');
      await settleHold(early, 'early');
      await settleHold(last, 'last');
      const { rows: charged } = await pool.query<{ request_id: string; window_starts_at: Date; amount_nano: string }>(
        `SELECT request_id, window_starts_at, amount_nano FROM ledger_entries
         WHERE key_id = $1 AND account = 'customer' ORDER BY request_id`,
        [payer.keyId],
      );
      expect(charged).toEqual([
        { request_id: `early ${payer.keyId}`, window_starts_at: new Date(before), amount_nano: '-7' },
        { request_id: `last ${payer.keyId}`, window_starts_at: new Date(before), amount_nano: '-7' },
        { request_id: `next ${payer.keyId}`, window_starts_at: new Date(midnight), amount_nano: '-7' },
      ]);
      // The surplus of the old window is returned although the key is still in use.
      await jest.advanceTimersByTimeAsync(100);
      await settle();
      expect(await storedAmounts(payer.customerId)).toEqual(
        new Map([
          [early.reservation.id, 0n],
          [next.reservation.id, SURPLUS_REQUESTS * 7n],
        ]),
      );
      await billing.stop();
      expect(await storedAmounts(payer.customerId)).toEqual(new Map());
      const { rows: windows } = await pool.query(
        'SELECT used_nano, held_nano FROM budget_windows WHERE key_id = $1 ORDER BY starts_at',
        [payer.keyId],
      );
      expect(windows).toEqual([
        { used_nano: '14', held_nano: '0' },
        { used_nano: '7', held_nano: '0' },
      ]);
    } finally {
      jest.useRealTimers();
    }
  },
);

it('reserves no money in a reservation that is being deleted', async () => {
  const billing = startBilling();
  // Too little for a surplus, and customers of two batchers.
  const first = await addPayer(1_000n, null, '00000000-0000-7000-8000-000000000000');
  const second = await addPayer(1_000n, null, '00000000-0000-7000-8000-000000000001');
  const cost = knownCost([{ unitType: 'image', units: 1, unitPriceNano: 7n }]);
  const [hold, other] = [await billing.hold(first, cost), await billing.hold(second, cost)];
  billing.release(hold);
  billing.release(other);
  await settle();
  expect([...(await storedAmounts(first.customerId, second.customerId)).values()]).toEqual([0n, 0n]);

  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM hold_blocks WHERE id = $1 FOR UPDATE', [hold.reservation.id]);
  const stopping = billing.stop();
  await waitUntil(
    async () => (await pool.query(WAITING)).rowCount,
    (waiting) => waiting === 1,
  );
  const late = await billing.hold(second, cost);
  expect(late.reservation).not.toBe(other.reservation);
  await holder.query('COMMIT');
  holder.release();
  await stopping;
  expect([...(await storedAmounts(first.customerId, second.customerId)).keys()]).toEqual([late.reservation.id]);
  expect(late.reservation.isGone).toBe(false);
});
