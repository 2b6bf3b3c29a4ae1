import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  pickFreePort,
  type ProcessName,
  type Stack,
  type StackOptions,
  startStack,
  type SupervisedProcess,
  superviseService,
} from '@shipyard/stack';
import { Client } from 'pg';
import { BUNDLES, JoinedStack, QUICK_START, type StackView, TEST_KEYS } from './joined-stack';
import { canBeCopied, copyPreparedData, makeDataFolder, writeCatalog } from './prepared-data';

export interface TestProcess {
  kill(signal: NodeJS.Signals): void;
  restarted(): Promise<void>;
  /** Ends it and starts it at once. After `kill`, the supervisor waits before it does, longer each time. */
  replace(signal: NodeJS.Signals): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export class TestStack extends JoinedStack {
  readonly processes: Record<ProcessName, TestProcess>;
  readonly postgres: TestProcess;
  readonly redis: TestProcess | null;
  private readonly replicas: SupervisedProcess[] = [];

  constructor(private readonly stack: Stack) {
    super(viewOf(stack));
    if (stack.postgres === null) throw new Error('A test stack runs on embedded Postgres');
    const { submission, submissionWorker, gateway, gatewayWorker } = stack.processes;
    this.processes = {
      submission: testProcess(submission),
      submissionWorker: testProcess(submissionWorker),
      gateway: testProcess(gateway),
      gatewayWorker: testProcess(gatewayWorker),
    };
    this.postgres = testProcess(stack.postgres);
    this.redis = stack.redis && testProcess(stack.redis);
  }

  /** On the same servers, with another port. Returns its URL. It ends with the stack. */
  async addGateway(): Promise<string> {
    const port = await pickFreePort(1);
    const environment: NodeJS.ProcessEnv = { ...this.stack.environments.gateway, GATEWAY_PORT: String(port) };
    delete environment.METRICS_PORT;
    const dataDir = path.join(this.dataDir, 'replicas', String(port));
    await mkdir(path.join(dataDir, 'logs'), { recursive: true });
    const replica = superviseService('gateway', 'main', environment, {
      bundlesDir: BUNDLES,
      dataDir,
      output: 'files',
      report: () => undefined,
      record: null,
    });
    this.replicas.push(replica);
    await replica.start(new AbortController().signal);
    return `http://127.0.0.1:${port}`;
  }

  /**
   * Lets Postgres refuse writes, as a demoted primary does, or take them again. Sessions that are open follow too, at
   * their next statement.
   */
  async setPostgresReadOnly(isReadOnly: boolean): Promise<void> {
    await asPostgres(this, [
      `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
      'SELECT pg_reload_conf()',
    ]);
  }

  /** Kills everything, because nobody needs its data any more. Suites about an orderly end stop processes themselves. */
  async stop(): Promise<void> {
    const { processes, redis } = this.stack;
    const killed = [...this.replicas, ...Object.values(processes), ...(redis === null ? [] : [redis])];
    await Promise.all(killed.map((each) => each.stop('SIGKILL', 30_000)));
    // An immediate end, without a checkpoint.
    await this.stack.postgres?.stop('SIGQUIT', 30_000);
    await this.stack.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

async function asPostgres({ dataDir, view }: JoinedStack, statements: readonly string[]): Promise<void> {
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
    postgresPassword: string;
  };
  const url = new URL(view.ownerUrls.gateway);
  Object.assign(url, { username: 'postgres', password: secrets.postgresPassword, pathname: '/postgres' });
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Suites cause failures on purpose, so the breaker is off except in its own suite. */
const PATIENT = { BREAKER_MIN_CALLS: '100000', SHUTDOWN_SECONDS: '20' };

export const PREPARED = 'SHIPYARD_PREPARED_DATA';
/** Test data must survive killed processes, but not a power loss. */
const POSTGRES_SETTINGS = ['fsync=off'];

export interface TestStackOptions {
  queue?: 'auto' | 'postgres';
  environment?: NodeJS.ProcessEnv;
  /** Default: config/gateway.yaml. */
  catalog?: object;
  /** Default: all. Each takes seconds to start. */
  starts?: readonly ProcessName[];
}

/** Uses its own folder, free ports, and the bundles in dist/. */
export async function startTestStack({
  queue = 'auto',
  environment: settings,
  catalog,
  starts,
}: TestStackOptions = {}): Promise<TestStack> {
  const prepared = process.env[PREPARED];
  const dataDir = prepared === undefined ? await makeDataFolder() : await copyPreparedData(prepared);
  const environment = {
    ...settings,
    ...(catalog !== undefined && { GATEWAY_CONFIG: await writeCatalog(dataDir, catalog) }),
  };
  // The prepared data has no tables for queues, and the demo's catalog alone.
  const isPrepared = prepared !== undefined && queue === 'auto';
  const hasOwnCatalog = environment.GATEWAY_CONFIG !== undefined;
  const prepares = isPrepared ? (['gateway'] as const).filter(() => hasOwnCatalog) : undefined;
  return new TestStack(await startIn(dataDir, { queue, environment, starts, prepares }));
}

/** No suite creates a database, and the files of these are a third of what a stack copies. */
const NO_TEMPLATES = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
];

/** Migrated, with the demo's rows, for these services. Null if it cannot be copied. */
export async function prepareData(services: StackOptions['prepares']): Promise<string | null> {
  const dataDir = await makeDataFolder();
  const stack = await startIn(dataDir, { queue: 'auto', starts: [], prepares: services });
  await asPostgres(new JoinedStack(viewOf(stack)), NO_TEMPLATES);
  await stack.stop();
  if (canBeCopied(dataDir)) return dataDir;
  await rm(dataDir, { recursive: true, force: true });
  return null;
}

type StackChoices = Pick<StackOptions, 'queue' | 'starts' | 'prepares'> & { environment?: NodeJS.ProcessEnv };

function startIn(dataDir: string, { environment, ...options }: StackChoices): Promise<Stack> {
  const { PATH, HOME } = process.env;
  return startStack({
    ...options,
    dataDir,
    environment: {
      PATH,
      HOME,
      ...QUICK_START,
      NODE_ENV: 'test',
      DEMO: '1',
      SUBMISSION_PORT: '0',
      GATEWAY_PORT: '0',
      ...PATIENT,
      ...TEST_KEYS,
      ...environment,
    },
    postgresSettings: POSTGRES_SETTINGS,
    output: 'files',
    bundlesDir: BUNDLES,
    report: () => undefined,
  });
}

function viewOf(stack: Stack): StackView {
  const { submissionOwnerUrl, gatewayOwnerUrl } = stack.servers;
  if (stack.credentials === null || submissionOwnerUrl === null || gatewayOwnerUrl === null)
    throw new Error('A test stack runs the demo on embedded Postgres');
  return {
    credentials: stack.credentials,
    submissionUrl: stack.addresses.submissionUrl,
    gatewayUrl: stack.addresses.gatewayUrl,
    dataDir: stack.dataDir,
    databaseUrls: { submission: stack.servers.submissionDatabaseUrl, gateway: stack.servers.gatewayDatabaseUrl },
    ownerUrls: { submission: submissionOwnerUrl, gateway: gatewayOwnerUrl },
    redisUrl: stack.servers.redisUrl,
    metricsPort: stack.addresses.metricsPort,
  };
}

function testProcess(supervised: NonNullable<Stack['postgres']>): TestProcess {
  return {
    kill: (signal) => supervised.kill(signal),
    restarted: () => supervised.restarted(),
    replace: async (signal) => {
      await supervised.stop(signal, 30_000);
      await supervised.start(new AbortController().signal);
    },
    pause: () => supervised.stop('SIGINT', 30_000),
    resume: () => supervised.start(new AbortController().signal),
  };
}
