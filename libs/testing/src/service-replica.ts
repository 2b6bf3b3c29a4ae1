import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUNDLES, type JoinedStack, QUICK_START, TEST_KEYS } from './joined-stack';
import { waitUntil } from './wait-until';

export interface ReplicaOptions {
  /** Simulates a full disk. In units of 512 bytes. */
  fileBlocks?: number;
  entry?: 'main' | 'worker';
  /** The schemas in which Postgres looks for tables and functions, in this order. */
  searchPath?: string;
  environment?: NodeJS.ProcessEnv;
}

let made = 0;

export class ServiceReplica {
  private static readonly running = new Set<ChildProcess>();

  private constructor(
    readonly url: string,
    readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(
    stack: JoinedStack,
    { fileBlocks, entry = 'main', searchPath, environment }: ReplicaOptions = {},
  ): Promise<ServiceReplica> {
    made += 1;
    const name = `replica-${process.pid}-${made}`;
    const { PATH, HOME } = process.env;
    const command = [process.execPath, path.join(BUNDLES, 'submission', `${entry}.js`)];
    const limited =
      fileBlocks === undefined ? command : ['sh', '-c', `ulimit -f ${fileBlocks} && exec "$0" "$@"`, ...command];
    const [program = '', ...args] = limited;
    const child = spawn(program, args, {
      env: {
        PATH,
        HOME,
        // A first start keeps what it has compiled, for which a full disk has no room.
        ...(fileBlocks === undefined && QUICK_START),
        NODE_ENV: 'test',
        DEMO: '1',
        DATA_DIR: stack.dataDir,
        SUBMISSION_PORT: '0',
        SUBMISSION_DATABASE_URL: named(stack.view.databaseUrls.submission, name, searchPath),
        ...(stack.view.redisUrl !== null && { REDIS_URL: stack.view.redisUrl }),
        GATEWAY_URL: stack.gatewayUrl,
        REVIEW_GATEWAY_KEY: stack.credentials.enterprise_key,
        REVIEW_MODEL: 'sandbox-chat',
        ...TEST_KEYS,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    ServiceReplica.running.add(child);
    child.once('exit', () => ServiceReplica.running.delete(child));
    const origin = await servingAt(child);
    return new ServiceReplica(`${origin}/api/v1`, name, child);
  }

  /** Call it after each test, failed ones included. */
  static endAll(): void {
    for (const child of ServiceReplica.running) child.kill('SIGKILL');
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The replica was not started');
    return this.child.pid;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves to the exit code. Call it before the signal. */
  async exit(): Promise<number | null> {
    const [code] = (await once(this.child, 'exit')) as [number | null];
    return code;
  }

  /** Resolves when Postgres has closed its sessions too, so that nothing continues. */
  async kill(stack: JoinedStack): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    await waitUntil(
      () => stack.query('submission', 'SELECT pid FROM pg_stat_activity WHERE application_name = $1', [this.name]),
      (connections) => connections.length === 0,
    );
  }
}

function named(databaseUrl: string, name: string, searchPath: string | undefined): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  if (searchPath !== undefined) url.searchParams.set('options', `-c search_path=${searchPath}`);
  return url.href;
}

async function servingAt(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('A replica has no output');
  const said: string[] = [];
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`A replica did not start: ${said.join('\n')}`);
  });
  const listening = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      if (/Working|Listening/.test(line)) resolve(/http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '');
      else if (said.length < 20) said.push(line);
    });
  });
  try {
    return await Promise.race([listening, ended]);
  } finally {
    ended.catch(() => undefined);
  }
}
