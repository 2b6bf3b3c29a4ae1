import { sqlState } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import { BillingStatements } from './billing-statements';
import { createGatewayDataSource } from './data-source';
import { migrateDatabase } from './migrate-schema';

/** As a session that was opened while the server was read-only, or to a server that was demoted later. */
const BECOME_READ_ONLY = 'SET default_transaction_read_only = on';
const WRITE = `UPDATE processes SET serves = true WHERE id = '00000000-0000-7000-8000-000000000000'`;

let url: string;

beforeAll(async () => {
  url = (await openSpecDatabase('gateway', migrateDatabase)).servingUrl;
});

it.each([
  [
    'for queries and transactions',
    () => {
      const dataSource = createGatewayDataSource(url, 'spec', createLogger('spec'), {});
      return {
        open: () => dataSource.initialize(),
        query: (statement: string) => dataSource.query<unknown>(statement),
        end: () => dataSource.destroy(),
      };
    },
  ],
  [
    'for charges',
    () => {
      const statements = new BillingStatements(url, 1_000, createLogger('spec'));
      return {
        open: () => Promise.resolve(),
        query: (statement: string) => statements.query(statement, []),
        end: () => statements.end(),
      };
    },
  ],
])('a connection %s that may only read is replaced after its first refused write', async (_, make) => {
  const { open, query, end } = make();
  await open();
  try {
    await query(BECOME_READ_ONLY);
    expect(sqlState(await query(WRITE).catch((error: unknown) => error))).toBe('25006');
    await expect(query(WRITE)).resolves.toBeDefined();
  } finally {
    await end();
  }
});
