import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOwnFolder, OWN_FOLDER } from './base-file';

/** Keeps a copy of a file that another one will replace. Returns its path in the folder. */
export async function keepAside(folder: string, file: string): Promise<string> {
  await makeOwnFolder(folder);
  const kept = `${OWN_FOLDER}/replaced/${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${path.basename(file)}`;
  await mkdir(path.dirname(path.join(folder, kept)), { recursive: true });
  await writeFile(path.join(folder, kept), await readFile(path.join(folder, file)), { flag: 'wx' });
  return kept;
}
