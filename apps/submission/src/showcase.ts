import 'reflect-metadata';
import { connectDatabase } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { openObjectStore } from '@shipyard/platform/object-store';
import { printStartFailure } from '@shipyard/platform/service-process';
import { readShowcaseConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { readDemoCredentials } from './demo/demo-credentials';
import { findMissing } from './demo/showcase/showcase';

/** Fills the demo of `npm start` with projects to look at. Run it after prepare. Safe to repeat. */
async function fillShowcase(): Promise<void> {
  const config = readShowcaseConfig(process.env);
  const logger = createLogger('submission-showcase');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission showcase');
  await connectDatabase(dataSource, logger);
  try {
    const missing = await findMissing(dataSource.manager);
    if (missing.length === 0) return;
    // Loaded only now, because every start after the first ends above.
    const { writeShowcase } = await import('./demo/showcase/write-showcase');
    const store = await openObjectStore(config, 'submission');
    await writeShowcase(dataSource, store, missing, await readDemoCredentials(config.DATA_DIR));
  } finally {
    await dataSource.destroy();
  }
}

fillShowcase().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
