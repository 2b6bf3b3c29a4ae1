import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOGS_FOLDER, parseLog, sequenceOfLogFile } from '@shipyard/project-folder';

export interface LocalLogFile {
  sequence: number;
  /** Empty if the file has none yet. */
  title: string;
  file: string;
}

/** By sequence. A log that is half written is listed too. */
export async function listLogs(folder: string): Promise<LocalLogFile[]> {
  const names = await readdir(path.join(folder, LOGS_FOLDER)).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = `${LOGS_FOLDER}/${name}`;
      const sequence = sequenceOfLogFile(file);
      if (sequence === null) return [];
      const read = parseLog(file, await readFile(path.join(folder, file)), new Date());
      return [{ sequence, title: 'log' in read ? read.log.title : '', file }];
    }),
  );
  return found.flat().sort((one, other) => one.sequence - other.sequence);
}

/** Returns the name that a log has under another number, or under the next one that this folder has free. */
export async function renumberedFile(
  folder: string,
  file: string,
  wanted: number,
): Promise<Pick<LocalLogFile, 'sequence' | 'file'>> {
  const taken = new Set((await listLogs(folder)).map(({ sequence }) => sequence));
  let sequence = wanted;
  while (taken.has(sequence)) sequence += 1;
  return { sequence, file: withNumber(file, sequence) };
}

export function withNumber(file: string, sequence: number): string {
  return file.replace(/\/\d+/, `/${String(sequence).padStart(4, '0')}`);
}
