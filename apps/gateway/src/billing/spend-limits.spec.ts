import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import fc from 'fast-check';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { BillingStatements } from '../database/billing-statements';
import type { LongReads } from '../database/long-reads';
import { migrateDatabase } from '../database/migrate-schema';
import { PreparedStatements } from '../database/prepared-statements';
import { DatabaseWrites, type HeartbeatsService } from '../processes';
import { BillingService, knownCost } from './billing.service';
import { BudgetWindowsService } from './budget-windows.service';

let pool: Pool;

beforeAll(async () => {
  const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
  pool = new Pool({ connectionString: servingUrl, options: '-c search_path=gateway', idleTimeoutMillis: 0 });
});
afterAll(() => pool.end());

function startBilling(): BillingService {
  const statements = new PreparedStatements(() => pool) as unknown as BillingStatements;
  const heartbeats = { processId: uuidv7(), onHeartbeat: () => undefined } as unknown as HeartbeatsService;
  const logger = { warn: jest.fn() } as unknown as Logger;
  const windows = new BudgetWindowsService({} as DataSource, statements, {} as LongReads);
  return new BillingService(
    windows,
    statements,
    heartbeats,
    new DatabaseWrites(statements, heartbeats, logger),
    logger,
  );
}

interface Customer {
  balance: bigint;
  creditLine: bigint;
  day: bigint | null;
  month: bigint | null;
  /** A sum of the month before today. */
  spentBefore: bigint;
}

async function addPayer({ balance, creditLine, day, month, spentBefore }: Customer) {
  const [customerId, keyId] = [uuidv7(), uuidv7()];
  await pool.query(
    `INSERT INTO customers (id, name, balance_nano, credit_line_nano, spend_day_nano, spend_month_nano, spent_on, spent_month_nano)
     VALUES ($1, 'Payer', $2, $3, $4, $5, date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai')::date, $6)`,
    [customerId, balance, creditLine, day, month, spentBefore],
  );
  await pool.query(
    `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes) VALUES ($1, $2, 'a', $3, 'abcd', '{image}')`,
    [keyId, customerId, Buffer.from(keyId.repeat(2)).subarray(0, 32)],
  );
  return { customerId, keyId, budget: null };
}

const amount = fc.bigInt({ min: 0n, max: 60n });
const customers: fc.Arbitrary<Customer> = fc.record({
  balance: amount,
  creditLine: amount,
  day: fc.option(amount),
  month: fc.option(amount),
  spentBefore: amount,
});
const costs = fc.array(fc.record({ cost: fc.bigInt({ min: 1n, max: 25n }), isCharged: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

const least = (...amounts: (bigint | null)[]) =>
  amounts.reduce<bigint>((low, each) => (each !== null && each < low ? each : low), 2n ** 62n);

it('charges of two processes at once never exceed the credit line or what may be spent, and are counted exactly', async () => {
  await fc.assert(
    fc.asyncProperty(customers, costs, async (customer, wanted) => {
      const payer = await addPayer(customer);
      const processes = [startBilling(), startBilling()];
      const allowed = least(
        customer.balance + customer.creditLine,
        customer.day,
        customer.month === null ? null : customer.month - customer.spentBefore,
      );
      const charged = await Promise.all(
        wanted.map(async ({ cost, isCharged }, at) => {
          const billing = processes[at % 2] ?? startBilling();
          const lines = [{ unitType: 'image', units: 1, unitPriceNano: cost }];
          const hold = await Promise.resolve(billing.hold(payer, knownCost(lines))).catch(() => null);
          if (!hold) return 0n;
          const charge = { requestId: uuidv7(), model: 'm', lines, routeId: uuidv7(), supplierCostNano: null };
          if (isCharged) return (await billing.settle(hold, charge))?.chargedNano ?? 0n;
          billing.release(hold);
          return 0n;
        }),
      );
      await Promise.all(processes.map((billing) => billing.stop()));
      const sum = charged.reduce((total, each) => total + each, 0n);
      const { rows } = await pool.query<Record<'balance' | 'held' | 'day' | 'month', string>>(
        `SELECT balance_nano AS balance, held_nano AS held, spent_month_nano AS month,
           CASE WHEN spent_on = (now() AT TIME ZONE time_zone)::date THEN spent_day_nano ELSE 0 END AS day
         FROM customers WHERE id = $1`,
        [payer.customerId],
      );
      expect(sum <= least(allowed > 0n ? allowed : 0n)).toBe(true);
      expect(rows).toEqual([
        {
          balance: String(customer.balance - sum),
          held: '0',
          day: String(sum),
          month: String(customer.spentBefore + sum),
        },
      ]);
      // A single request is charged if it costs no more than is allowed, and refused otherwise.
      const [first] = wanted;
      if (first && wanted.length === 1 && first.isCharged) expect(sum === first.cost).toBe(first.cost <= allowed);
    }),
    { numRuns: 25 },
  );
}, 60_000);
