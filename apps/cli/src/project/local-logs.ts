import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOGS_FOLDER, sequenceOfLogFile, titleOfLog } from '@shipyard/project-folder';

export interface LocalLogFile {
  sequence: number;
  /** Empty if the file has none yet. */
  title: string;
  file: string;
}

/** By sequence. A log that is half written is listed too. */
export async function listLogs(folder: string): Promise<LocalLogFile[]> {
  const entries = await readdir(path.join(folder, LOGS_FOLDER), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const file = `${LOGS_FOLDER}/${entry.name}`;
      const sequence = sequenceOfLogFile(file);
      if (sequence === null || !entry.isFile()) return [];
      return [{ sequence, title: titleOfLog(await readFile(path.join(folder, file))), file }];
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
