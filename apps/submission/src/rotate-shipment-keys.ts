import 'reflect-metadata';
import { connectDatabase, createLogger, printStartFailure } from '@shipyard/platform';
import { readRotationConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { rotateShipmentKeys } from './shipments/key-rotation';

/**
 * Wraps the data keys of shipments anew under the first key of SHIPMENT_MASTER_KEYS, while the service serves, and prints what it did as JSON.
 * Ends with 1 where anything is left under another key: that key must stay in the ring.
 */
async function rotate(): Promise<void> {
  const config = readRotationConfig(process.env);
  const logger = createLogger('rotate-shipment-keys');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission key rotation');
  await connectDatabase(dataSource, logger);
  try {
    const { rewrapped, left, unknownKeyIds, damagedProjectIds } = await rotateShipmentKeys(dataSource, config.SHIPMENT_MASTER_KEYS);
    process.stdout.write(`${JSON.stringify({ rewrapped, left, unknown_keys: unknownKeyIds, damaged_projects: damagedProjectIds })}\n`);
    if (left > 0) process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}

rotate().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
