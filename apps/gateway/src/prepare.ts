import 'reflect-metadata';
import { connectDatabase, revertMigrations, roleOf, setServingRights } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { migrateQueue } from '@shipyard/platform/queues';
import { printStartFailure } from '@shipyard/platform/service-process';
import { readPrepareConfig } from './config';
import { createGatewayDataSource } from './database/data-source';
import { migrateSchema } from './database/migrate-schema';
import { QUEUE_SCHEMA } from './database/serving-rights';
import { readDemoCredentials } from './demo-credentials';
import { readCatalogFile } from './models/catalog-file';
import { seedCatalog } from './models/catalog-seed';
import { seedDemo } from './seed-demo';
import { resealSupplierKeys } from './suppliers';

/**
 * Migrates the schema, grants rights to the serving role, and seeds the catalog and the demo. Safe to repeat. The
 * argument `revert` undoes the newest migration with its data, and prints its name; `revert NAME` undoes all down to that
 * one.
 */
async function prepare(): Promise<void> {
  const config = readPrepareConfig(process.env);
  const logger = createLogger('gateway-prepare');
  const catalog = await readCatalogFile(config.GATEWAY_CONFIG, process.env);
  const credentials = config.DEMO ? await readDemoCredentials(config.DATA_DIR) : null;
  const dataSource = createGatewayDataSource(config.ownerUrl, 'gateway-prepare', logger, { timeLimitMs: 0 });
  await connectDatabase(dataSource, logger);
  try {
    const [, , command, last] = process.argv;
    if (command === 'revert') {
      for await (const name of revertMigrations(dataSource, last)) process.stdout.write(`${name}\n`);
      return;
    }
    const servingRole = roleOf(config.GATEWAY_DATABASE_URL);
    await migrateSchema(dataSource, servingRole);
    if (config.queuesInPostgres) {
      await migrateQueue(config.ownerUrl, QUEUE_SCHEMA);
      await setServingRights(dataSource, servingRole, QUEUE_SCHEMA, { tables: {}, ownerFunctions: [] });
    }
    await seedCatalog(dataSource, config, catalog);
    await resealSupplierKeys(dataSource, config);
    if (credentials) await seedDemo(dataSource, credentials, config.reviewKey);
  } finally {
    await dataSource.destroy();
  }
}

prepare().catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
