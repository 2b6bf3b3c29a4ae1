import 'reflect-metadata';
import { assertMigrated, connectDatabase, isDatabaseUnavailable } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { printStartFailure } from '@shipyard/platform/service-process';
import { LedgerVerification } from './billing/ledger-verification';
import { readDatabaseConfig } from './config';
import { createGatewayDataSource } from './database/data-source';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Prints one line per sealed day. The argument is the first day. Exits with 1 if anything is wrong. */
async function verifyLedger(fromDay: string): Promise<void> {
  if (!DAY.test(fromDay)) throw new Error('The argument must be a date such as 2026-05-31');
  const logger = createLogger('gateway-verify-ledger');
  const dataSource = createGatewayDataSource(
    readDatabaseConfig(process.env).GATEWAY_DATABASE_URL,
    'gateway verify ledger',
    logger,
    { timeLimitMs: 0 },
  );
  await connectDatabase(dataSource, logger);
  try {
    await assertMigrated(dataSource);
    const { days, rows, faults } = await new LedgerVerification(dataSource).verify(
      fromDay,
      (line) => void process.stdout.write(`${line}\n`),
    );
    process.stdout.write(`${JSON.stringify({ days, rows: Number(rows), faults: faults.length })}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } catch (error) {
    if (isDatabaseUnavailable(error))
      process.stdout.write(
        'Postgres is out of reach. To continue, run the command again with the last date shown above.\n',
      );
    throw error;
  } finally {
    await dataSource.destroy();
  }
}

verifyLedger(process.argv[2] ?? '0001-01-01').catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
