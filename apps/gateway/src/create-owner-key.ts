import 'reflect-metadata';
import { lineProblem } from '@shipyard/contracts';
import { NO_RECORDER } from '@shipyard/http';
import { assertMigrated, connectDatabase } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { printStartFailure } from '@shipyard/platform/service-process';
import { ChangesService } from './changes/changes.service';
import { readDatabaseConfig } from './config';
import { createGatewayDataSource } from './database/data-source';
import { AdminKeysService } from './operators/admin-keys.service';

/** The actor in the audit trail. Anyone who can run this command has the database itself. */
const COMMAND = { kind: 'admin_key', id: '00000000-0000-0000-0000-000000000000', name: 'create-owner-key' } as const;
const USUAL_NAME = 'First owner';

async function createOwnerKey(name: string): Promise<void> {
  const problem = lineProblem(name, { min: 1, max: 200 });
  if (problem !== null) throw new Error(`The name of the key ${problem}. Pass another name.`);
  const logger = createLogger('gateway-owner-key');
  const dataSource = createGatewayDataSource(
    readDatabaseConfig(process.env).GATEWAY_DATABASE_URL,
    'gateway owner key',
    logger,
  );
  await connectDatabase(dataSource, logger);
  try {
    await assertMigrated(dataSource);
    const { secret } = await new AdminKeysService(dataSource, new ChangesService(dataSource)).create(
      COMMAND,
      NO_RECORDER,
      {
        name,
        role: 'owner',
      },
    );
    process.stdout.write(`${secret}\n`);
  } finally {
    await dataSource.destroy();
  }
}

createOwnerKey(process.argv[2] ?? USUAL_NAME).catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
