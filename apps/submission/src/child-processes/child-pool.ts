import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The child did not answer within its time. */
export class ChildTooSlow extends Error {}

/** The child ended before it answered: it ran out of memory, or somebody killed it. */
export class ChildEnded extends Error {}

export interface ChildProgram {
  /** The name of the entry point: `<entry>.js` beside the bundles, `<entry>.ts` in the sources. */
  entry: string;
  /** The maximum heap of JavaScript. */
  heapLimitMb: number;
  /** Half of the space for new objects. Where most objects live as long as a request, more of it saves the collector from copying them. */
  youngHeapMb?: number;
  /** The maximum of all private memory, native memory included. The kernel holds it, on Linux only. */
  memoryLimitMb?: number;
  /** The folder for temporary files of libraries. */
  temporaryFolder?: string;
}

/**
 * Child processes that answer one request at a time. A child that is too slow or ends takes only its own request with it, and the next request
 * gets a new child. Children start when they are first needed, know nothing of the service's environment, and end with it.
 * The caller limits how many requests run side by side.
 */
export class ChildPool<Request extends Serializable, Answer> {
  private readonly idle: ChildProcess[] = [];

  constructor(private readonly program: ChildProgram) {}

  /** Rejects with ChildTooSlow or ChildEnded. `ms` does not count the start of a child. */
  async ask(request: Request, limitMs: number): Promise<{ answer: Answer; ms: number }> {
    const child = this.takeIdle() ?? (await startChild(this.program));
    const startedAt = performance.now();
    try {
      const answer = await ask<Answer>(child, request, limitMs);
      this.idle.push(child);
      return { answer, ms: performance.now() - startedAt };
    } catch (error) {
      await end(child);
      throw error;
    }
  }

  /** Ends the idle children. Call when no request is under way any more. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(end));
  }

  /** Skips a child that somebody else has ended. */
  private takeIdle(): ChildProcess | undefined {
    for (let child = this.idle.pop(); child; child = this.idle.pop()) if (isAlive(child)) return child;
    return undefined;
  }
}

async function startChild(program: ChildProgram): Promise<ChildProcess> {
  const { entry, heapLimitMb, youngHeapMb, memoryLimitMb, temporaryFolder } = program;
  const bundled = path.join(__dirname, `${entry}.js`);
  const isBundled = existsSync(bundled);
  const nodeOptions = [
    `--max-old-space-size=${heapLimitMb}`,
    // From its start on, and in one thread: growing it, and helping with it, would take a third of the CPU time.
    ...(youngHeapMb === undefined ? [] : [`--min-semi-space-size=${youngHeapMb}`, `--max-semi-space-size=${youngHeapMb}`, '--single-threaded-gc']),
    ...(isBundled ? [] : ['--require', require.resolve('@swc-node/register')]),
  ];
  const child = fork(isBundled ? bundled : path.join(__dirname, '..', `${entry}.ts`), {
    ...(memoryLimitMb === undefined ? { execArgv: nodeOptions } : limited(memoryLimitMb, nodeOptions)),
    // What users send must not come near a secret.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      SWC_NODE_PROJECT: process.env.SWC_NODE_PROJECT,
      ...(temporaryFolder !== undefined && { TMPDIR: temporaryFolder }),
    },
    serialization: 'advanced',
    // What a child prints when it runs out of memory is long, and known.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    await answerOf(child);
  } catch (error) {
    throw new Error(`The process ${entry} does not start`, { cause: error });
  }
  return child;
}

/**
 * RLIMIT_DATA counts all memory that a process may write and does not share, native memory too. It does not count what V8 only reserves, as
 * RLIMIT_AS would. A core file would hold what users sent, so none is written.
 */
function limited(memoryLimitMb: number, nodeOptions: string[]): { execPath?: string; execArgv: string[] } {
  if (process.platform !== 'linux') return { execArgv: nodeOptions };
  const script = `ulimit -c 0; ulimit -d ${(memoryLimitMb + reservedForCodeMb()) * 1024}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', script, process.execPath, ...nodeOptions] };
}

/** Node 24 reserves half a gigabyte for compiled code in a way that the kernel counts, although hardly any of it is used. Children reserve as much. */
function reservedForCodeMb(): number {
  const ranges = readFileSync('/proc/self/maps', 'latin1').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp /gm);
  return Math.ceil([...ranges].reduce((bytes, [, from = '', to = '']) => bytes + parseInt(to, 16) - parseInt(from, 16), 0) / 2 ** 20);
}

async function ask<Answer>(child: ChildProcess, request: Serializable, limitMs: number): Promise<Answer> {
  const answer = answerOf<Answer>(child);
  child.send(request);
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new ChildTooSlow(`takes more than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** The next answer. The child keeps this process alive only while an answer is awaited. */
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
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => onError(new ChildEnded(`ended by ${signal ?? `exit code ${code}`}`));
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
