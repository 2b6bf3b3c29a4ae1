import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Credentials, type Stack, startStack } from '@shipyard/stack';
import { BenchProcesses } from './bench-process';
import type { Cores } from './cores';

export interface Bench {
  cores: Cores;
  quick: boolean;
  stopping: AbortSignal;
  report: (line: string) => void;
}

export interface BenchStack {
  stack: Stack;
  credentials: Credentials;
  pids: { submission: number; gateway: number };
}

/** These variables could point the benchmark to real data. */
const FOREIGN = [
  'DATA_DIR',
  'DATABASE_URL',
  'SUBMISSION_DATABASE_URL',
  'GATEWAY_DATABASE_URL',
  'REDIS_URL',
  'GATEWAY_CONFIG',
];

export async function withStacks<Result>(
  bench: Bench,
  work: (
    processes: BenchProcesses,
    openStack: (environment?: NodeJS.ProcessEnv) => Promise<BenchStack>,
    folder: string,
  ) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-bench-'));
  const processes = new BenchProcesses();
  const stacks: Stack[] = [];
  const openStack = async (environment: NodeJS.ProcessEnv = {}): Promise<BenchStack> => {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)));
    const stack = await startStack({
      dataDir: path.join(folder, `data-${stacks.length + 1}`),
      environment: { ...own, SUBMISSION_PORT: '0', GATEWAY_PORT: '0', DEMO: '1', ...environment },
      queue: 'auto',
      output: 'files',
      report: bench.report,
      command: 'npm run bench',
      stopping: bench.stopping,
    });
    stacks.push(stack);
    const { credentials, processes: services } = stack;
    const pids = { submission: services.submission.pid, gateway: services.gateway.pid };
    if (credentials === null || pids.submission === null || pids.gateway === null)
      throw new Error('The stack of the benchmark does not run');
    return { stack, credentials, pids: { submission: pids.submission, gateway: pids.gateway } };
  };
  try {
    return await work(processes, openStack, folder);
  } finally {
    await processes.end();
    for (const stack of stacks) await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
