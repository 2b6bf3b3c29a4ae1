import type { KeyRing } from '@shipyard/platform/sealing';
import type { DataSource } from 'typeorm';
import { rewrapKey, type SealedRecipient } from './recipient';

const AT_ONCE = 100;

export interface RotationReport {
  rewrapped: number;
  left: number;
  unknownKeyIds: string[];
  damagedProjectIds: string[];
  freeKeyIds: string[];
}

type WrappedRow = Omit<SealedRecipient, 'recipient'> & { projectId: string };

/** Recipients do not change. Safe to repeat, to interrupt, and to run beside writes. */
export async function rotateShipmentKeys(dataSource: DataSource, ring: KeyRing): Promise<RotationReport> {
  const currentKeyId = ring.current.keyId;
  const damagedProjectIds: string[] = [];
  let rewrapped = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await dataSource.query<WrappedRow[]>(
      `SELECT project_id AS "projectId", master_key_id AS "masterKeyId", wrapped_key AS "wrappedKey"
       FROM shipments WHERE master_key_id <> $1 AND project_id > $2 ORDER BY project_id LIMIT ${AT_ONCE}`,
      [currentKeyId, after],
    );
    for (const row of rows) {
      const wrapped = rewrapKey(row, row.projectId, ring);
      if (wrapped) rewrapped += await replaceKey(dataSource, row, wrapped);
      else if (ring.find(row.masterKeyId)) damagedProjectIds.push(row.projectId);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.projectId;
  }
  const left = await dataSource.query<{ keyId: string; count: number }[]>(
    'SELECT master_key_id AS "keyId", count(*)::integer AS count FROM shipments WHERE master_key_id <> $1 GROUP BY 1 ORDER BY 1',
    [currentKeyId],
  );
  return {
    rewrapped,
    left: left.reduce((sum, { count }) => sum + count, 0),
    unknownKeyIds: left.filter(({ keyId }) => !ring.find(keyId)).map(({ keyId }) => keyId),
    damagedProjectIds,
    freeKeyIds: ring.keyIds.filter((keyId) => keyId !== currentKeyId && !left.some((used) => used.keyId === keyId)),
  };
}

export async function isKeyUsed(dataSource: DataSource, keyId: string): Promise<boolean> {
  const [found] = await dataSource.query<{ used: boolean }[]>(
    'SELECT EXISTS (SELECT FROM shipments WHERE master_key_id = $1) AS used',
    [keyId],
  );
  return found?.used ?? true;
}

async function replaceKey(
  dataSource: DataSource,
  { projectId, wrappedKey }: WrappedRow,
  next: Omit<SealedRecipient, 'recipient'>,
): Promise<number> {
  const [, replaced] = await dataSource.query<[unknown, number]>(
    'UPDATE shipments SET master_key_id = $3, wrapped_key = $4 WHERE project_id = $1 AND wrapped_key = $2',
    [projectId, wrappedKey, next.masterKeyId, next.wrappedKey],
  );
  return replaced;
}
