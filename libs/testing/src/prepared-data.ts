import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * What a copy takes over: the cluster, and the secrets and credentials that open it. The ports and the marks of
 * processes stay behind.
 */
const COPIED = ['postgres', 'secrets.json', 'credentials.json'];

/** A folder for the data of one stack. */
export function makeDataFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'shipyard-test-'));
}

/** Writes a GATEWAY_CONFIG without suppliers and models: each stack adds those of its own. */
export async function writeEmptyCatalog(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'empty-catalog.json');
  await writeFile(file, JSON.stringify({ suppliers: [], models: [] }));
  return file;
}

/**
 * Whether the cluster lies in the data folder. As root, below a folder that others may not enter, it lies elsewhere and
 * cannot be copied.
 */
export function canBeCopied(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres'));
}

/** A new data folder with a copy of prepared data, which nobody may be running on. */
export async function copyPreparedData(prepared: string): Promise<string> {
  const dataDir = await makeDataFolder();
  // Unlike Node's own copy, `cp -a` keeps the owner, which Postgres insists on.
  await promisify(execFile)('cp', ['-a', ...COPIED.map((name) => path.join(prepared, name)), dataDir]);
  return dataDir;
}
