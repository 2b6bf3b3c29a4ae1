import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The ports and the marks of processes stay behind. */
const COPIED = ['postgres', 'secrets.json', 'credentials.json'];

export function makeDataFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'shipyard-test-'));
}

/** Returns its path. It goes with the folder. */
export async function writeCatalog(dataDir: string, catalog: object): Promise<string> {
  const file = path.join(dataDir, 'catalog.json');
  await writeFile(file, JSON.stringify(catalog, null, 2));
  return file;
}

/** As root, the cluster may be outside the data folder, and then cannot be copied. */
export function canBeCopied(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres'));
}

export async function copyPreparedData(prepared: string): Promise<string> {
  const dataDir = await makeDataFolder();
  // `cp -a` keeps the owner, which Postgres requires.
  await promisify(execFile)('cp', ['-a', ...COPIED.map((name) => path.join(prepared, name)), dataDir]);
  return dataDir;
}
