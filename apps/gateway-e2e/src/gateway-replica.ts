import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { type JoinedStack, QUICK_START } from '@shipyard/testing';

const WORKSPACE = path.resolve(__dirname, '../../..');
/** Give it to the stack too, so that each process can decrypt the other's data. */
export const REPLICA_KEYS = { GATEWAY_MASTER_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}` };

export class GatewayReplica {
  private constructor(
    /** Unused by a worker. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(
    stack: JoinedStack,
    environment: NodeJS.ProcessEnv,
    entry: 'main' | 'worker' = 'main',
  ): Promise<GatewayReplica> {
    const port = await freePort();
    const { PATH, HOME } = process.env;
    const child = fork(path.join(WORKSPACE, `dist/apps/gateway/${entry}.js`), {
      cwd: WORKSPACE,
      env: {
        PATH,
        HOME,
        ...QUICK_START,
        NODE_ENV: 'test',
        BREAKER_MIN_CALLS: '100000',
        SHUTDOWN_SECONDS: '20',
        DATA_DIR: stack.dataDir,
        GATEWAY_PORT: String(port),
        GATEWAY_DATABASE_URL: stack.view.databaseUrls.gateway,
        ...(stack.view.redisUrl !== null && { REDIS_URL: stack.view.redisUrl }),
        URL_SIGNING_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
        SESSION_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
        ...REPLICA_KEYS,
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`A gateway did not start: exit code ${String(code)}`);
      }),
    ]);
    return new GatewayReplica(`http://127.0.0.1:${port}`, child);
  }

  /** Null while it runs, and if a signal ended it. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  server.close();
  await once(server, 'close');
  return address.port;
}
