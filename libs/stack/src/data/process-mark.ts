import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Pids are reused, but a pid with its start time is not. */
export interface ProcessMark {
  pid: number;
  /** Made from the boot and the start time since then. Only compare it. */
  startMark: string;
}

export function markProcess(pid: number): ProcessMark | null {
  const startMark = process.platform === 'linux' ? readLinuxStart(pid) : readPsStart(pid);
  return startMark === null ? null : { pid, startMark };
}

export function isRunning(mark: ProcessMark): boolean {
  return markProcess(mark.pid)?.startMark === mark.startMark;
}

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

/** Clock ticks since boot, or null for a zombie. */
export function parseLinuxStat(line: string): string | null {
  const [state, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
}

function readPsStart(pid: number): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [state, ...start] = stdout.trim().split(/\s+/);
  return status !== 0 || state === undefined || state.startsWith('Z') ? null : start.join(' ');
}
