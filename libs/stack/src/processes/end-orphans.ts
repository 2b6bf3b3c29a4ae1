import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { isRunning, type ProcessMark } from '../data/process-mark';
import { POSTGRES, REDIS, type RunningRecord } from '../data/running-record';

const isServer = (name: string) => name === POSTGRES || name === REDIS;
const SERVICE_GRACE_MS = 10_000;
const SERVER_GRACE_MS = 30_000;

export async function endOrphans(record: RunningRecord, report: (line: string) => void): Promise<void> {
  const orphans = record.listRunning();
  if (orphans.length === 0) return;
  report(`Stopping processes that an earlier start left running: ${orphans.map(([name]) => name).join(', ')}`);
  await Promise.all(
    orphans.filter(([name]) => !isServer(name)).map(([, mark]) => end(mark, 'SIGTERM', SERVICE_GRACE_MS)),
  );
  // SIGINT makes Postgres end its connections, write everything and stop.
  await Promise.all(orphans.filter(([name]) => isServer(name)).map(([, mark]) => end(mark, 'SIGINT', SERVER_GRACE_MS)));
}

async function end(mark: ProcessMark, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  sendTo(mark, signal);
  while (isRunning(mark)) {
    await wait(20);
    if (performance.now() > deadline) sendTo(mark, 'SIGKILL');
  }
}

function sendTo(mark: ProcessMark, signal: NodeJS.Signals): void {
  try {
    process.kill(mark.pid, signal);
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error;
  }
}
