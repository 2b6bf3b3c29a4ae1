import { migrate, setServingRights } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from './data-source';
import { SCHEMA, SERVING_RIGHTS } from './serving-rights';

export async function migrateSchema(dataSource: DataSource, servingRole: string): Promise<void> {
  await migrate(dataSource);
  await setServingRights(dataSource, servingRole, SCHEMA, SERVING_RIGHTS);
}

export async function migrateDatabase(ownerUrl: string, servingRole: string): Promise<void> {
  const dataSource = submissionDataSource(ownerUrl, createLogger('submission-prepare'), 'submission prepare', {
    timeLimitMs: 0,
  });
  await dataSource.initialize();
  try {
    await migrateSchema(dataSource, servingRole);
  } finally {
    await dataSource.destroy();
  }
}
