import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `backup.json`. It is written last, so a folder without it is no whole backup. */
export interface BackupRecord {
  format: 1;
  kind: 'dump' | 'base';
  made_at: string;
  postgres_version: number;
  /** The state of the database that the dump holds, or the moment after which the base backup can be restored. */
  state_of: string;
  /** Null for a base backup, which has a manifest of its own. */
  dump_sha256: string | null;
  objects: { count: number; bytes: number; sha256_of_list: string; copied: boolean };
  key_rings: 'not in this backup';
}

export const DUMP_FILE = 'database.dump';
export const BASE_FOLDER = 'base';
export const OBJECTS_FILE = 'objects.jsonl';
export const OBJECTS_FOLDER = 'objects';
const RECORD_FILE = 'backup.json';

export async function writeRecord(folder: string, record: BackupRecord): Promise<void> {
  await writeFile(path.join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

export async function readRecord(folder: string): Promise<BackupRecord> {
  const file = path.join(folder, RECORD_FILE);
  if (!existsSync(file))
    throw new Error(`${folder} is no whole backup: it has no ${RECORD_FILE}. Take another one, or make a new backup`);
  const record: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isRecord(record)) throw new Error(`${file} is of another version of this program`);
  return record;
}

function isRecord(value: unknown): value is BackupRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 1 &&
    'kind' in value &&
    'objects' in value
  );
}

export function refuseUsedFolder(folder: string, what: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. ${what} needs a folder of its own: name a new one`);
}
