import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { isProjectFile } from './check-project';
import type { ProjectFiles } from './types';

/** More of a file is never needed: it is too large for the service. */
const READ_LIMIT_BYTES = IMAGE_LIMIT_BYTES + 1;

/** Symbolic links are left out, so that a project from elsewhere cannot name files outside of it. */
export async function readProjectFiles(folder: string): Promise<ProjectFiles> {
  const files = new Map<string, Uint8Array>();
  async function read(parent: string): Promise<void> {
    for (const entry of await readdir(path.join(folder, parent), { withFileTypes: true })) {
      const name = projectPath(path.join(parent, entry.name), path.sep);
      if (entry.isDirectory() && !isLeftOut(entry.name)) await read(name);
      if (entry.isFile() && isProjectFile(name)) files.set(name, await readStart(path.join(folder, name)));
    }
  }
  await read('');
  return files;
}

/** A path of this machine as the project names it. */
export const projectPath = (file: string, separator: string): string => file.split(separator).join('/');

const isLeftOut = (name: string) => name.startsWith('.') || name === 'node_modules';

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.min(size, READ_LIMIT_BYTES));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}
