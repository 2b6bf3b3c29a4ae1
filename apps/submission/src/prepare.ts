import 'reflect-metadata';
import { connectDatabase, revertMigrations, roleOf, setServingRights } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { migrateQueue } from '@shipyard/platform/queues';
import { printStartFailure } from '@shipyard/platform/service-process';
import { readPrepareConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { migrateSchema } from './database/migrate-schema';
import { QUEUE_SCHEMA } from './database/serving-rights';
import { readDemoCredentials } from './demo/demo-credentials';
import { ensureDemoRows } from './demo/demo-rows';

/**
 * Migrates, grants the serving role its rights, and creates the demo with DEMO=1. Safe to repeat. The argument `revert`
 * undoes the newest migration with its data and prints its name; `revert NAME` undoes all down to that one.
 */
async function prepare(): Promise<void> {
  const config = readPrepareConfig(process.env);
  const logger = createLogger('submission-prepare');
  const dataSource = submissionDataSource(config.ownerUrl, logger, 'submission prepare', { timeLimitMs: 0 });
  await connectDatabase(dataSource, logger);
  try {
    const [, , command, last] = process.argv;
    if (command === 'revert') {
      for await (const name of revertMigrations(dataSource, last)) process.stdout.write(`${name}\n`);
      return;
    }
    const servingRole = roleOf(config.SUBMISSION_DATABASE_URL);
    await migrateSchema(dataSource, servingRole);
    if (config.queuesInPostgres) {
      await migrateQueue(config.ownerUrl, QUEUE_SCHEMA);
      await setServingRights(dataSource, servingRole, QUEUE_SCHEMA, { tables: {}, ownerFunctions: [] });
    }
    if (config.DEMO) await ensureDemoRows(dataSource, await readDemoCredentials(config.DATA_DIR));
  } finally {
    await dataSource.destroy();
  }
}

prepare().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
