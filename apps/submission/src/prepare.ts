import 'reflect-metadata';
import { connectDatabase, createLogger, migrate, printStartFailure, revertMigration } from '@shipyard/platform';
import { readPrepareConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { readDemoCredentials } from './demo/demo-credentials';
import { ensureDemoRows } from './demo/demo-rows';

/**
 * Brings the database to this build, and with DEMO=1 makes the demo's rows. Safe to repeat.
 * With the argument `revert` it undoes the newest migration instead, data and all, and prints its name.
 */
async function prepare(): Promise<void> {
  const config = readPrepareConfig(process.env);
  const logger = createLogger('submission-prepare');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission prepare', { timeLimitMs: 0 });
  await connectDatabase(dataSource, logger);
  try {
    if (process.argv[2] === 'revert') {
      process.stdout.write(`${(await revertMigration(dataSource)) ?? 'nothing to revert'}\n`);
      return;
    }
    await migrate(dataSource);
    if (config.DEMO) await ensureDemoRows(dataSource, await readDemoCredentials(config.DATA_DIR));
  } finally {
    await dataSource.destroy();
  }
}

prepare().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
