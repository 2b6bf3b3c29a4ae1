import { createLogger, migrate, setServingRights } from '@shipyard/platform';
import type { DataSource } from 'typeorm';
import { createGatewayDataSource } from './data-source';
import { makePartitions } from './partitions';
import { SCHEMA, SERVING_RIGHTS } from './serving-rights';

/** Brings the schema to this build, and gives the role that serves its rights. */
export async function migrateSchema(dataSource: DataSource, servingRole: string): Promise<void> {
  await migrate(dataSource);
  await makePartitions(dataSource);
  await setServingRights(dataSource, servingRole, SCHEMA, SERVING_RIGHTS);
}

/** Does so with a connection of its own. */
export async function migrateDatabase(ownerUrl: string, servingRole: string): Promise<void> {
  const dataSource = createGatewayDataSource(ownerUrl, 'gateway-prepare', createLogger('gateway-prepare'), {
    timeLimitMs: 0,
  });
  await dataSource.initialize();
  try {
    await migrateSchema(dataSource, servingRole);
  } finally {
    await dataSource.destroy();
  }
}
