import { assertMigrated, CALL_TIME_LIMIT_MS, connectDatabase, type DatabaseOptions } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { openObjectStore } from '@shipyard/platform/object-store';
import type { GatewayConfig } from './config';
import { BillingStatements } from './database/billing-statements';
import { createGatewayDataSource } from './database/data-source';
import type { Runtime } from './runtime.module';

/** The schema must match this build. */
export async function openRuntime(
  config: GatewayConfig,
  applicationName: string,
  logger: Logger,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): Promise<Runtime> {
  const store = await openObjectStore(config, 'gateway');
  const dataSource = createGatewayDataSource(config.GATEWAY_DATABASE_URL, applicationName, logger, limits);
  await connectDatabase(dataSource, logger);
  await assertMigrated(dataSource);
  const billing = new BillingStatements(config.GATEWAY_DATABASE_URL, limits.timeLimitMs ?? CALL_TIME_LIMIT_MS, logger);
  return { config, logger, dataSource, billing, store };
}
