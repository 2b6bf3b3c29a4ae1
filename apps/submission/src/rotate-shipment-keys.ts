import 'reflect-metadata';
import { connectDatabase } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { printStartFailure } from '@shipyard/platform/service-process';
import type { DataSource } from 'typeorm';
import { readRotationConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { isKeyUsed, type RotationReport, rotateShipmentKeys } from './shipments/key-rotation';
import { MasterKeys, readRing, waitForSealing, withNewKey, withoutKey, writeRing } from './shipments/master-keys';

/*
 * Usage, while the service runs. Each form prints its result as JSON:
 * rotate-shipment-keys.js              wraps the data keys of shipments under the first key of the ring
 * rotate-shipment-keys.js --monthly    first adds a new first key to the ring's file, at most once a month
 * rotate-shipment-keys.js --destroy ID removes an unused key from the file
 * Exits with 1 if shipments remain under another key, which must stay in the ring, or if a key cannot be destroyed.
 */

type Command = { kind: 'rewrap' } | { kind: 'monthly' } | { kind: 'destroy'; keyId: string };

function readCommand([form, keyId, ...rest]: string[]): Command {
  if (form === undefined) return { kind: 'rewrap' };
  if (form === '--monthly' && keyId === undefined) return { kind: 'monthly' };
  if (form === '--destroy' && keyId !== undefined && rest.length === 0) return { kind: 'destroy', keyId };
  throw new Error('Run rotate-shipment-keys without arguments, with --monthly, or with --destroy and the id of a key');
}

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const config = readRotationConfig(process.env);
  const logger = createLogger('rotate-shipment-keys');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission key rotation');
  await connectDatabase(dataSource, logger);
  const runner = dataSource.createQueryRunner();
  try {
    // Runs one at a time, because two runs would overwrite each other's new key.
    await runner.query(`SELECT pg_advisory_lock(hashtext('shipment key rotation'))`);
    if (command.kind === 'rewrap') report(await rotateShipmentKeys(dataSource, await new MasterKeys(config).ring()));
    else await changeFile(command, dataSource, config.SHIPMENT_MASTER_KEYS_FILE);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function changeFile(
  command: Exclude<Command, { kind: 'rewrap' }>,
  dataSource: DataSource,
  file: string | undefined,
): Promise<void> {
  if (file === undefined)
    throw new Error(`--${command.kind} changes the key ring file: set SHIPMENT_MASTER_KEYS_FILE to its path`);
  if (command.kind === 'monthly') return renewMonthly(dataSource, file);
  return destroy(dataSource, file, command.keyId);
}

/** Written to the file before anything is wrapped under it. Processes read the file each time, so none lacks a key. */
async function renewMonthly(dataSource: DataSource, file: string): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const before = await readRing(file);
  const ring = before?.find(month) ? before : withNewKey(before, month);
  if (ring !== before) await writeRing(file, ring);
  await waitForSealing(dataSource);
  report(await rotateShipmentKeys(dataSource, ring), { current_key: ring.current.keyId, added: ring !== before });
}

async function destroy(dataSource: DataSource, file: string, keyId: string): Promise<void> {
  const ring = await readRing(file);
  if (!ring?.find(keyId)) throw new Error(`The key ring has no key ${keyId}. Check the id.`);
  if (ring.current.keyId === keyId) throw new Error(`The key ${keyId} is the current key: run with --monthly first`);
  await waitForSealing(dataSource);
  if (await isKeyUsed(dataSource, keyId))
    throw new Error(`Some shipments are still encrypted under the key ${keyId}: run with --monthly first`);
  await writeRing(file, withoutKey(ring, keyId));
  print({ destroyed: keyId });
}

function report(
  { rewrapped, left, unknownKeyIds, damagedProjectIds, freeKeyIds }: RotationReport,
  more: object = {},
): void {
  print({
    ...more,
    rewrapped,
    left,
    unknown_keys: unknownKeyIds,
    damaged_projects: damagedProjectIds,
    free_keys: freeKeyIds,
  });
  if (left > 0) process.exitCode = 1;
}

const print = (answer: object) => void process.stdout.write(`${JSON.stringify(answer)}\n`);

run().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
