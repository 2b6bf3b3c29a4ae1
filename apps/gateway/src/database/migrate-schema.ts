import { migrate, setServingRights } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { allowProducts } from './allow-products';
import { createGatewayDataSource } from './data-source';
import { makePartitions } from './partitions';
import { SCHEMA, SERVING_RIGHTS } from './serving-rights';

export async function migrateSchema(dataSource: DataSource, servingRole: string): Promise<void> {
  await migrate(dataSource);
  await allowProducts(dataSource);
  await makePartitions(dataSource);
  await setServingRights(dataSource, servingRole, SCHEMA, SERVING_RIGHTS);
}

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
