import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { withTimeout } from './cancellation';
import { canRun, dumpNoMemory, underKernelLimit, watchMemory } from './child-memory';

export class ChildTooSlow extends Error {}

export class ChildEnded extends Error {}

export interface ChildProgram {
  /** The path of its file below the sources of its service, without `.ts`. In a bundle it lies beside the parent. */
  entry: string;
  sources: string;
  heapLimitMb: number;
  youngHeapMb?: number;
  /** The maximum private memory, native memory included. Only Linux enforces it. */
  memoryLimitMb?: number;
  temporaryFolder?: string;
}

type LimitBy = { kind: 'nothing' } | { kind: 'kernel' | 'watch'; shell: string; memoryLimitMb: number };

/** A child answers one request at a time. One that is too slow or ends fails only its own request. */
export class ChildPool<Request extends Serializable, Answer> {
  private readonly idle: ChildProcess[] = [];
  private readonly limitBy: LimitBy;

  constructor(
    private readonly program: ChildProgram,
    shell = '/bin/sh',
  ) {
    const { memoryLimitMb } = program;
    if (memoryLimitMb === undefined || process.platform !== 'linux') this.limitBy = { kind: 'nothing' };
    else this.limitBy = { kind: canRun(shell) ? 'kernel' : 'watch', shell, memoryLimitMb };
  }

  /** Rejects with ChildTooSlow or ChildEnded. `ms` does not count the start of a child. */
  async ask(request: Request, limitMs: number): Promise<{ answer: Answer; ms: number }> {
    const child = this.takeIdle() ?? (await startChild(this.program, this.limitBy));
    const startedAt = performance.now();
    const unwatch = this.limitBy.kind === 'watch' ? watchMemory(child, this.limitBy.memoryLimitMb) : undefined;
    try {
      const answer = await ask<Answer>(child, request, limitMs);
      this.idle.push(child);
      return { answer, ms: performance.now() - startedAt };
    } catch (error) {
      await end(child);
      throw error;
    } finally {
      unwatch?.();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(end));
  }

  private takeIdle(): ChildProcess | undefined {
    for (let child = this.idle.pop(); child; child = this.idle.pop()) if (isAlive(child)) return child;
    return undefined;
  }
}

async function startChild(program: ChildProgram, limitBy: LimitBy): Promise<ChildProcess> {
  const { entry, sources, heapLimitMb, youngHeapMb, temporaryFolder } = program;
  const bundled = path.join(__dirname, `${entry}.js`);
  const isBundled = existsSync(bundled);
  const nodeOptions = [
    `--max-old-space-size=${heapLimitMb}`,
    // Growing the space, and parallel collection, would take a third of the CPU time.
    ...(youngHeapMb === undefined
      ? []
      : [`--min-semi-space-size=${youngHeapMb}`, `--max-semi-space-size=${youngHeapMb}`, '--single-threaded-gc']),
    ...(isBundled ? [] : ['--require', require.resolve('@swc-node/register')]),
  ];
  const child = fork(isBundled ? bundled : path.join(sources, `${entry}.ts`), {
    ...(limitBy.kind === 'kernel'
      ? underKernelLimit(limitBy.shell, limitBy.memoryLimitMb, nodeOptions)
      : { execArgv: nodeOptions }),
    // User content must not come near a secret.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      SWC_NODE_PROJECT: process.env.SWC_NODE_PROJECT,
      ...(temporaryFolder !== undefined && { TMPDIR: temporaryFolder }),
    },
    serialization: 'advanced',
    // A child that runs out of memory prints a long report without news.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (limitBy.kind === 'watch') dumpNoMemory(child);
  try {
    await answerOf(child);
  } catch (error) {
    throw new Error(`The process ${entry} does not start`, { cause: error });
  }
  return child;
}

async function ask<Answer>(child: ChildProcess, request: Serializable, limitMs: number): Promise<Answer> {
  const answer = answerOf<Answer>(child);
  child.send(request);
  return await withTimeout(answer, limitMs, () => new ChildTooSlow(`takes more than ${limitMs} ms`));
}

function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      child.unref();
      child.channel?.unref();
    };
    const onMessage = (answer: Answer) => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      onError(new ChildEnded(`ended by ${signal ?? `exit code ${code}`}`));
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
const isAlive = (child: ChildProcess) => child.connected && !hasEnded(child);

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await ended;
}
