import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ToolFailure } from '@shipyard/assistant';

const OUTSIDE = 'The path is outside of the folder in which the server was started. Choose a file inside of it.';

/**
 * Returns the real path of a file or folder inside `root`. Throws for a path that leads out of it, also through a
 * symbolic link.
 */
export async function resolveInside(root: string, given: string): Promise<string> {
  // Windows takes both separators, and `..` anywhere is refused even if it would lead back.
  if (
    given.includes('\0') ||
    path.isAbsolute(given) ||
    path.win32.isAbsolute(given) ||
    given.split(/[/\\]/).includes('..')
  )
    throw new ToolFailure(OUTSIDE);
  const base = await realpath(root);
  const found = await realpath(path.join(base, given)).catch(() => null);
  if (found === null)
    throw new ToolFailure('There is no such file. Check the path: it is relative to the folder of the server.');
  if (found !== base && !found.startsWith(base.endsWith(path.sep) ? base : base + path.sep))
    throw new ToolFailure(OUTSIDE);
  return found;
}

export async function resolveFolder(root: string, given: string): Promise<string> {
  const found = await resolveInside(root, given);
  if (!(await stat(found)).isDirectory()) throw new ToolFailure('The path is a file. Name a folder.');
  return found;
}

export async function resolveFile(root: string, given: string, limitBytes: number): Promise<string> {
  const found = await resolveInside(root, given);
  const { size, ...kind } = await stat(found).then((each) => ({ size: each.size, isFile: each.isFile() }));
  if (!kind.isFile) throw new ToolFailure('The path is no file. Name an image.');
  if (size > limitBytes) throw new ToolFailure(`The image is larger than ${limitBytes} bytes. Make it smaller.`);
  return found;
}
