import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  baseOf,
  CONFIG_FILE,
  findDivergences,
  type FolderBase,
  type LocalProject,
  parseConfig,
  README_FILE,
  README_RULES,
  readServerText,
  type ServerState,
} from '@shipyard/project-folder';

const run = promisify(execFile);
const LOOKED_AT = 50;
const LARGEST_FILE_BYTES = 8 * 1024 * 1024;

/**
 * Finds the commit that was sent last: the server still has its README and properties. What differs from it was changed
 * in the folder since. So a fresh clone, as in CI, needs no kept base. Null without Git, and without such a commit.
 */
export async function committedBase(
  folder: string,
  { images }: Pick<LocalProject, 'images'>,
  server: ServerState,
): Promise<FolderBase | null> {
  const listed = await git(folder, ['log', `-${LOOKED_AT}`, '--format=%H', '--', README_FILE, CONFIG_FILE]);
  for (const commit of listed?.trim().split('\n').filter(Boolean) ?? []) {
    const config = await git(folder, ['show', `${commit}:./${CONFIG_FILE}`]);
    const read = config === null ? null : parseConfig(Buffer.from(config));
    if (!read || !('config' in read)) continue;
    const text = await git(folder, ['show', `${commit}:./${README_FILE}`]);
    const readme = text === null ? null : readServerText(text.replaceAll('\r\n', '\n'), README_RULES);
    const lost = findDivergences(
      { config: read.config, readme: readme && { ...readme, images: [...readme.images] }, images },
      server,
      null,
    );
    if (lost.length === 0) return baseOf(server, readme?.markdown ?? null);
  }
  return null;
}

async function git(folder: string, args: string[]): Promise<string | null> {
  try {
    return (await run('git', args, { cwd: folder, maxBuffer: LARGEST_FILE_BYTES })).stdout;
  } catch {
    return null;
  }
}
