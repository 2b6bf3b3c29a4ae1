import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FolderBase, parseConfig, writeConfig } from '@shipyard/project-folder';
import { readTextIfThere } from '../settings/config-folder';

/** What the command line keeps for itself in a project's folder. It may be lost, and is no part of the project. */
export const OWN_FOLDER = '.shipyard';
const FILE = `${OWN_FOLDER}/base.json`;

/** Null if there is none, or none of this project. */
export async function readBase(folder: string, projectId?: string): Promise<FolderBase | null> {
  const text = await readTextIfThere(path.join(folder, FILE));
  const base = text === null ? null : baseFrom(text);
  return base === null || (projectId !== undefined && base.project_id !== projectId) ? null : base;
}

export async function writeBase(folder: string, base: FolderBase): Promise<void> {
  const { config, ...rest } = base;
  await makeOwnFolder(folder);
  await replaceFile(folder, FILE, `${JSON.stringify({ ...rest, config: writeConfig(config) }, null, 2)}\n`);
}

/** Readers see the old text or the new one, and an interrupted write loses neither. */
export async function replaceFile(folder: string, file: string, text: string | Uint8Array): Promise<void> {
  await makeOwnFolder(folder);
  const draft = path.join(folder, OWN_FOLDER, `${randomUUID()}.tmp`);
  await writeFile(draft, text, { flag: 'wx' });
  await rename(draft, path.join(folder, file));
}

/** Git leaves it out by its own file, so that nobody has to change theirs. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(path.join(folder, OWN_FOLDER), { recursive: true });
  await writeFile(path.join(folder, OWN_FOLDER, '.gitignore'), '*\n');
}

function baseFrom(text: string): FolderBase | null {
  const found = jsonOf(text);
  if (!isObject(found)) return null;
  const { project_id, readme, config, next_sequence } = found;
  const read = typeof config === 'string' ? parseConfig(Buffer.from(config)) : null;
  if (typeof project_id !== 'string' || typeof next_sequence !== 'number' || !read || !('config' in read)) return null;
  const rest = { project_id, config: read.config, next_sequence };
  if (!isObject(readme)) return { ...rest, readme: null };
  const { server, file } = readme;
  return typeof server === 'string' && typeof file === 'string' ? { ...rest, readme: { server, file } } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
