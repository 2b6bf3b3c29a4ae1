import path from 'node:path';
import {
  chooseAddresses,
  findRedisProgram,
  holdData,
  readStackConfig,
  type Service,
  type Stack,
  startServers,
  startStack,
  type SupervisedProcess,
} from '@shipyard/stack';
import { FakeS3, StreamingReplica, waitUntil } from '@shipyard/testing';
import { Client } from 'pg';
import { MovingAddress } from './moving-address';
import { startBeside } from './process-beside';
import { RedisGroup } from './redis-group';

const BUNDLES = path.resolve(__dirname, '../../dist/apps');
const NEVER = new AbortController().signal;
const silent = () => undefined;

/** The servers and processes of an installation of which each server may fail. */
export class FailoverSystem {
  /** In the order in which they began. They end in the opposite order. */
  private readonly ends: (() => Promise<unknown>)[] = [];
  private processes: SupervisedProcess[] = [];
  private admin = new URL('postgres://127.0.0.1');
  private primary: SupervisedProcess | null = null;
  private replica: StreamingReplica | null = null;
  /** Leads to the primary of Postgres. */
  database: MovingAddress | null = null;
  stack: Stack | null = null;
  submissions: string[] = [];
  gateways: string[] = [];

  private constructor(
    private readonly folder: string,
    private readonly report: (line: string) => void,
    readonly redis: RedisGroup,
    private readonly s3: FakeS3,
    readonly store: MovingAddress,
  ) {}

  static async start(folder: string, report: (line: string) => void): Promise<FailoverSystem> {
    const s3 = await FakeS3.start();
    const store = await MovingAddress.to(Number(new URL(s3.environment.S3_ENDPOINT ?? '').port));
    const redis = await RedisGroup.start(path.join(folder, 'redis'));
    const system = new FailoverSystem(folder, report, redis, s3, store);
    system.ends.push(
      () => s3.stop(),
      () => store.close(),
      () => redis.stop(),
    );
    // It keeps each call, with its body.
    s3.manner = () => void s3.calls.splice(0);
    try {
      await system.serve(await system.openPostgres());
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0).toReversed())
      await end().catch((error: unknown) => this.report(String(error)));
  }

  /** The administrator's address of the server that takes writes now. */
  get databaseUrl(): string {
    return this.admin.href;
  }

  pids(): (number | null)[] {
    return this.processes.map(({ pid }) => pid);
  }

  /** As if its machine had lost power. Nobody starts it again. */
  async killPostgres(): Promise<void> {
    await this.primary?.stop('SIGKILL', 30_000);
  }

  async promote(): Promise<void> {
    await this.replica?.promote();
  }

  async moveAddress(address: MovingAddress): Promise<void> {
    if (this.replica === null) throw new Error('There is no replica');
    this.admin.port = String(this.replica.port);
    await address.leadTo(this.replica.port);
  }

  private async openPostgres() {
    const environment = { ...this.environment(), DATA_DIR: path.join(this.folder, 'servers') };
    const config = readStackConfig(environment, true);
    const held = await holdData(config.DATA_DIR, 'the drill', silent);
    this.ends.push(() => Promise.resolve(held.release()));
    const servers = await startServers(
      {
        config: { ...config, REDIS_URL: this.redis.url },
        addresses: await chooseAddresses(config, 'when set'),
        redisProgram: findRedisProgram(),
        report: silent,
      },
      held,
      NEVER,
    );
    this.ends.push(() => servers.stop());
    this.primary = servers.postgres;
    const { addresses, secrets } = servers;
    this.admin = Object.assign(new URL(addresses.gatewayDatabaseUrl), {
      username: 'postgres',
      password: secrets.postgresPassword,
      pathname: '/postgres',
    });
    const replica = await StreamingReplica.copyOf(new URL(this.admin.href), addresses.submissionDatabaseUrl);
    this.replica = replica;
    this.ends.push(() => replica.remove());
    await this.waitForReplica();
    const address = await MovingAddress.to(Number(this.admin.port));
    this.ends.push(() => address.close());
    this.database = address;
    return addresses;
  }

  /** From now on a transaction is acknowledged when the replica has it too. */
  private async waitForReplica(): Promise<void> {
    const client = new Client({ connectionString: this.admin.href });
    await client.connect();
    try {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await client.query('SELECT pg_reload_conf()');
      const states = () => client.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication');
      await waitUntil(states, ({ rows }) => rows.length === 1 && rows[0]?.sync_state === 'sync');
    } finally {
      await client.end();
    }
  }

  private async serve(urls: Awaited<ReturnType<FailoverSystem['openPostgres']>>): Promise<void> {
    const at = (url: string | null) => (url === null ? undefined : this.database?.at(url));
    const dataDir = path.join(this.folder, 'stack');
    const stack = await startStack({
      ...{ dataDir, queue: 'auto', output: 'files', report: this.report },
      environment: {
        ...this.environment(),
        ...this.s3.environment,
        S3_ENDPOINT: `http://127.0.0.1:${this.store.port}`,
        REDIS_URL: this.redis.url,
        SUBMISSION_DATABASE_URL: at(urls.submissionDatabaseUrl),
        GATEWAY_DATABASE_URL: at(urls.gatewayDatabaseUrl),
        SUBMISSION_OWNER_DATABASE_URL: at(urls.submissionOwnerUrl),
        GATEWAY_OWNER_DATABASE_URL: at(urls.gatewayOwnerUrl),
      },
    });
    this.stack = stack;
    this.ends.push(() => stack.stop());
    this.processes = Object.values(stack.processes);
    this.submissions = [stack.addresses.submissionUrl, await this.addReplica('submission', stack)];
    this.gateways = [stack.addresses.gatewayUrl, await this.addReplica('gateway', stack)];
  }

  private async addReplica(service: Service, stack: Stack): Promise<string> {
    const { folder, report } = this;
    const { url, process: added } = await startBeside(stack, service, 'main', { bundlesDir: BUNDLES, folder, report });
    this.ends.push(() => added.stop('SIGTERM', 60_000));
    this.processes.push(added);
    return url;
  }

  private environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return { PATH, HOME, NODE_ENV: 'test', DEMO: '1', SUBMISSION_PORT: '0', GATEWAY_PORT: '0' };
  }
}
