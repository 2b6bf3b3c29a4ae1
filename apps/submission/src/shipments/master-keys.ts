import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@shipyard/platform/config';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { KeyRing, keyRing } from '@shipyard/platform/sealing';
import type { DataSource, EntityManager } from 'typeorm';

/** Held by each encrypting transaction until it commits. */
const SEALING = `hashtext('shipment keys')`;

export interface MasterKeySource {
  SHIPMENT_MASTER_KEYS: KeyRing | undefined;
  SHIPMENT_MASTER_KEYS_FILE: string | undefined;
}

/** A ring from a variable is constant. A file is read each time, so all processes use a new first key at once. */
export class MasterKeys {
  constructor(private readonly source: MasterKeySource) {}

  async ring(): Promise<KeyRing> {
    const { SHIPMENT_MASTER_KEYS: ring, SHIPMENT_MASTER_KEYS_FILE: file } = this.source;
    if (file !== undefined)
      return (await readRing(file)) ?? fail(`${file} does not exist: create it with rotate-shipment-keys.js --monthly`);
    return ring ?? fail('is not set');
  }

  async ringForSealing(manager: EntityManager): Promise<KeyRing> {
    await manager.query(`SELECT pg_advisory_xact_lock_shared(${SEALING})`);
    return this.ring();
  }
}

/** Resolves when all transactions have ended that may have read the ring before this call. */
export async function waitForSealing(dataSource: DataSource): Promise<void> {
  await dataSource.transaction((manager) => manager.query(`SELECT pg_advisory_xact_lock(${SEALING})`));
}

export async function readRing(file: string): Promise<KeyRing | null> {
  const setting = keyRing();
  try {
    return setting.parse(await readFile(file, 'utf8')) ?? fail(`${file} is invalid: it takes ${setting.takes}`);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    if (error instanceof ConfigError) throw error;
    return fail(`${file} cannot be read (${errorCodeOf(error) || 'unknown error'})`);
  }
}

export function withNewKey(ring: KeyRing | null, keyId: string): KeyRing {
  return new KeyRing(new Map([[keyId, randomBytes(32)], ...entriesOf(ring)]));
}

export function withoutKey(ring: KeyRing, keyId: string): KeyRing {
  return new KeyRing(new Map(entriesOf(ring).filter(([id]) => id !== keyId)));
}

export async function writeRing(file: string, ring: KeyRing): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const written = await open(draft, 'wx', 0o600);
  try {
    await written.writeFile(
      `${entriesOf(ring)
        .map(([keyId, secret]) => `${keyId}:${secret.toString('base64')}`)
        .join(',\n')}\n`,
    );
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(draft, file);
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const entriesOf = (ring: KeyRing | null) =>
  (ring?.keyIds ?? []).map((keyId) => [keyId, ring?.find(keyId) ?? Buffer.alloc(0)] as const);

function fail(problem: string): never {
  throw new ConfigError([`SHIPMENT_MASTER_KEYS_FILE: ${problem}`]);
}
