import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { readJson, textAt, writePrivateJson } from './private-file';
import { isRunning, markProcess, toProcessMark, type ProcessMark } from './process-mark';

/*
 * One process at a time owns the data folder. The lock is a series of numbered files, and the highest one counts:
 * 1. If the highest file names a running process, the folder is in use.
 * 2. Otherwise create the next number. The file system lets only one process do that.
 * 3. If a higher number exists by then, another process was faster: start again.
 * The highest file is never removed, only marked as released. Numbers never start again, so no process can act on an
 * outdated look.
 */

export interface LockHolder extends ProcessMark {
  command: string;
  takenAt: string;
}

export interface DataLock {
  release(): void;
}

export function takeDataLock(dataDir: string, command: string): DataLock | { holder: LockHolder } {
  const folder = path.join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true });
  const mark = markProcess(process.pid);
  if (mark === null) throw new Error('This process cannot read its own start time');
  const own: LockHolder = { ...mark, command, takenAt: new Date().toISOString() };
  for (;;) {
    const highest = highestNumber(folder);
    const holder = readHolder(lockFile(folder, highest));
    if (holder !== null) return { holder };
    const taken = highest + 1;
    if (!createWhole(lockFile(folder, taken), own)) continue;
    if (highestNumber(folder) > taken) {
      rmSync(lockFile(folder, taken), { force: true });
      continue;
    }
    for (const number of lockNumbers(folder)) if (number < taken) rmSync(lockFile(folder, number), { force: true });
    return { release: () => writePrivateJson(lockFile(folder, taken), { released: true }) };
  }
}

export function findLockHolder(dataDir: string): LockHolder | null {
  const folder = path.join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true });
  return readHolder(lockFile(folder, highestNumber(folder)));
}

function readHolder(file: string): LockHolder | null {
  const content = readJson(file);
  const mark = toProcessMark(content);
  if (mark === null || !isRunning(mark)) return null;
  return {
    ...mark,
    command: textAt(content, 'command') ?? 'another process',
    takenAt: textAt(content, 'takenAt') ?? 'unknown',
  };
}

/** Links a finished draft, so that nobody reads a partial lock. Returns false if the file exists. */
function createWhole(file: string, content: LockHolder): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writePrivateJson(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const lockFile = (folder: string, number: number) => path.join(folder, `${number}.json`);

const lockNumbers = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10));

const highestNumber = (folder: string) => Math.max(0, ...lockNumbers(folder));
