import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { isPortableName, LOGS_FOLDER } from '@shipyard/project-folder';

/** Names the project that a folder gets, until the folder has all of its files. */
const MARK = '.shipyard-pull';

/** Whether a system takes a folder of this name. A slug can be one that Windows keeps for itself, as `con`. */
export function takesFolder(platform: NodeJS.Platform, folder: string): boolean {
  const name = path.win32.basename(folder);
  return platform !== 'win32' || name === '' || isPortableName(name);
}

/** A folder that gets the files of a project. A second pull finishes what an interrupted one began. */
export class PulledFolder {
  private constructor(private readonly folder: string) {}

  /** Returns null if the folder holds something else. */
  static async open(folder: string, projectId: string): Promise<PulledFolder | null> {
    const names = await readdir(folder).catch((error: unknown): string[] => {
      if (errorCodeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const mark = path.join(folder, MARK);
    const isOther = names.some((name) => name !== MARK);
    if (isOther && !(names.includes(MARK) && (await readFile(mark, 'utf8')) === projectId)) return null;
    await mkdir(folder, { recursive: true });
    await writeFile(mark, projectId);
    await mkdir(path.join(folder, LOGS_FOLDER), { recursive: true });
    return new PulledFolder(folder);
  }

  /** A folder that is a project already. Files are only added. */
  static inPlace(folder: string): PulledFolder {
    return new PulledFolder(folder);
  }

  /** Writes a file, or the rest of one that an interrupted pull began. Another file in its place is left alone. */
  async write(file: string, content: string | Uint8Array): Promise<void> {
    const target = path.resolve(this.folder, file);
    // The server names the files.
    const inside = path.relative(this.folder, target);
    if (inside === '' || inside.split(path.sep)[0] === '..' || path.isAbsolute(inside))
      throw new Error(`${file} is outside of ${this.folder}`);
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await writeFile(target, content, { flag: 'wx' });
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST' || !(await isBegun(target, content))) throw error;
      await writeFile(target, content);
    }
  }

  finish(): Promise<void> {
    return rm(path.join(this.folder, MARK), { force: true });
  }
}

async function isBegun(file: string, content: string | Uint8Array): Promise<boolean> {
  const there = await readFile(file);
  return Buffer.from(content).subarray(0, there.length).equals(there);
}
