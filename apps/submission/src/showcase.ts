import 'reflect-metadata';
import { connectDatabase } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { openObjectStore } from '@shipyard/platform/object-store';
import { printStartFailure } from '@shipyard/platform/service-process';
import { readShowcaseConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { readDemoCredentials } from './demo/demo-credentials';
import { ensureShowcase } from './demo/showcase/ensure-showcase';

/** Fills the demo of `npm start` with projects to look at. Run it after prepare. Safe to repeat. */
async function fillShowcase(): Promise<void> {
  const config = readShowcaseConfig(process.env);
  const logger = createLogger('submission-showcase');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission showcase');
  await connectDatabase(dataSource, logger);
  try {
    const store = await openObjectStore(config, 'submission');
    await ensureShowcase(dataSource, store, await readDemoCredentials(config.DATA_DIR), new Date());
  } finally {
    await dataSource.destroy();
  }
}

fillShowcase().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
