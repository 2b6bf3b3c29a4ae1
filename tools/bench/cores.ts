import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Cores {
  description: string;
  giveOwn(pid: number): Promise<void>;
}

/**
 * Gives the last core to measured servers, and the others to this process and all that it starts. Pins nothing without
 * `taskset` or with one core.
 */
export async function shareCores(): Promise<Cores> {
  const unpinned = (why: string): Cores => ({ description: `not pinned: ${why}`, giveOwn: () => Promise.resolve() });
  const affinity = await run('taskset', ['-pc', String(process.pid)]).catch(() => null);
  if (affinity === null) return unpinned('there is no taskset');
  const cores = readCoreList(affinity.stdout.slice(affinity.stdout.lastIndexOf(':') + 1).trim());
  const own = cores.at(-1);
  if (own === undefined || cores.length < 2) return unpinned('there is one core');
  const others = cores.slice(0, -1).join(',');
  const pin = (list: string, pid: number) => run('taskset', ['-a', '-pc', list, String(pid)]);
  await pin(others, process.pid);
  return {
    description: `pinned: what is measured on core ${own}; load, supplier, Redis and Postgres on ${others}`,
    giveOwn: async (pid) => void (await pin(String(own), pid)),
  };
}

function readCoreList(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
