import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';

/*
 * The kernel's limit is exact, so a child starts through a shell where there is one. Node cannot set such a limit itself.
 * Without a shell the parent watches the child. A busy parent may see it too late by hundreds of megabytes, so that is not
 * the only way.
 */

const LOOK_EVERY_MS = 10;
const PAGE_BYTES = 4_096;

export function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** RLIMIT_DATA does not count what V8 only reserves. Core files would hold user content. */
export function underKernelLimit(
  shell: string,
  limitMb: number,
  nodeOptions: string[],
): { execPath: string; execArgv: string[] } {
  const script = `ulimit -c 0; ulimit -d ${(limitMb + reservedForCodeMb()) * 1024}; exec "$0" "$@"`;
  return { execPath: shell, execArgv: ['-c', script, process.execPath, ...nodeOptions] };
}

/** Node 24 reserves half a gigabyte for compiled code, which the kernel counts. */
function reservedForCodeMb(): number {
  const ranges = readFileSync('/proc/self/maps', 'latin1').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp /gm);
  return Math.ceil(
    [...ranges].reduce((bytes, [, from = '', to = '']) => bytes + parseInt(to, 16) - parseInt(from, 16), 0) / 2 ** 20,
  );
}

/** Kills a child whose private memory exceeds the limit, until the returned function is called. */
export function watchMemory(child: ChildProcess, limitMb: number): () => void {
  const timer = setInterval(() => {
    if (privateBytes(child.pid) > limitMb * 2 ** 20) child.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function privateBytes(pid: number | undefined): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return 0; // The child has ended.
  }
}

/** Leaves the memory of a child out of core files. Some kernels cannot. */
export function dumpNoMemory({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/coredump_filter`, '0');
  } catch {
    // A sandbox may lack the file. Its core files are its operator's.
  }
}
