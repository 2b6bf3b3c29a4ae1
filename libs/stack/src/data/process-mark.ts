import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One process for good: pids are used again, a pid together with its start time is not. */
export interface ProcessMark {
  pid: number;
  /** Opaque: the boot and the moment in it at which the process began. */
  startMark: string;
}

/** The mark of a running process; null when there is none with this pid, or only a zombie that nobody has reaped. */
export function markProcess(pid: number): ProcessMark | null {
  const startMark = process.platform === 'linux' ? readLinuxStart(pid) : readPsStart(pid);
  return startMark === null ? null : { pid, startMark };
}

/** Whether that very process still runs. */
export function isRunning(mark: ProcessMark): boolean {
  return markProcess(mark.pid)?.startMark === mark.startMark;
}

/** Reads a mark back from parsed JSON; null for anything else. */
export function toProcessMark(value: unknown): ProcessMark | null {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('startMark' in value)) return null;
  const { pid, startMark } = value;
  return typeof pid === 'number' && typeof startMark === 'string' ? { pid, startMark } : null;
}

function readLinuxStart(pid: number): string | null {
  try {
    const start = parseLinuxStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return start === null ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${start}`;
  } catch {
    return null;
  }
}

/** The start time, in clock ticks since boot, of a `/proc/<pid>/stat` line; null for a zombie. */
export function parseLinuxStat(line: string): string | null {
  // The second field is the command in parentheses, and may itself hold spaces and parentheses.
  const [state, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
}

function readPsStart(pid: number): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const [state, ...start] = stdout.trim().split(/\s+/);
  return status !== 0 || state === undefined || state.startsWith('Z') ? null : start.join(' ');
}
