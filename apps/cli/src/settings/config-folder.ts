import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';

export interface Machine {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
}

/** Returns where the sign-in and the unanswered Idempotency-Keys are kept. */
export function configFolderOf({ environment, platform, home }: Machine): string {
  const { SHIPYARD_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = environment;
  if (SHIPYARD_CONFIG_DIR) return SHIPYARD_CONFIG_DIR;
  if (platform === 'win32') return path.win32.join(APPDATA || path.win32.join(home, 'AppData', 'Roaming'), 'shipyard');
  // XDG asks to ignore a relative path.
  const base =
    XDG_CONFIG_HOME && path.posix.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.posix.join(home, '.config');
  return path.posix.join(base, 'shipyard');
}

/** Writes a file that only its owner can read. Readers see the old text or the new one. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await makePrivateFolder(path.dirname(file));
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(folder, 0o700);
}

export async function readTextIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return null;
    throw error;
  }
}

/** A folder that is not there yet can be made if the one above it takes folders. */
export async function canKeepFiles(folder: string): Promise<boolean> {
  let there = path.resolve(folder);
  while (!existsSync(there)) there = path.dirname(there);
  const found = await stat(there);
  return (
    found.isDirectory() &&
    (await access(there, constants.W_OK).then(
      () => true,
      () => false,
    ))
  );
}
