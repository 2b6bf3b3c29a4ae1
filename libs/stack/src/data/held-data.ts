import { endOrphans } from '../processes/end-orphans';
import { openDataFolder } from './data-folder';
import { type LockHolder, takeDataLock } from './data-lock';
import { RunningRecord } from './running-record';

export interface HeldData {
  dataDir: string;
  record: RunningRecord;
  release(): void;
}

/** Also ends processes of a killed launcher. */
export async function holdData(dataDir: string, command: string, report: (line: string) => void): Promise<HeldData> {
  const held = await tryHoldData(dataDir, command, report);
  if (!('holder' in held)) return held;
  const { pid, takenAt } = held.holder;
  throw new Error(
    `DATA_DIR: ${dataDir} is in use by ${held.holder.command} (process ${pid}, since ${takenAt}): stop that first, or set another DATA_DIR`,
  );
}

export async function tryHoldData(
  dataDir: string,
  command: string,
  report: (line: string) => void,
): Promise<HeldData | { holder: LockHolder }> {
  openDataFolder(dataDir);
  const lock = takeDataLock(dataDir, command);
  if ('holder' in lock) return lock;
  try {
    const record = new RunningRecord(dataDir);
    record.announce(null);
    await endOrphans(record, report);
    return { dataDir, record, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
