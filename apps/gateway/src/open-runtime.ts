import { assertMigrated, connectDatabase, type DatabaseOptions, type Logger } from '@shipyard/platform';
import type { GatewayConfig } from './config';
import { createGatewayDataSource } from './database/data-source';
import { openStore, type Runtime } from './runtime.module';

/** Opens the database, on a schema that this build knows, and the object store. */
export async function openRuntime(
  config: GatewayConfig,
  applicationName: string,
  logger: Logger,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): Promise<Runtime> {
  const store = openStore(config);
  await store.open();
  const dataSource = createGatewayDataSource(config, applicationName, logger, limits);
  await connectDatabase(dataSource, logger);
  await assertMigrated(dataSource);
  return { config, logger, dataSource, store };
}
