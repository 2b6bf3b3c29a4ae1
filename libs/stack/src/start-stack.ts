import path from 'node:path';
import type { Credentials } from './data/credentials';
import type { ServerAddresses } from './data/running-record';
import { type HeldData, holdData } from './data/held-data';
import { type EmbeddedServers, startServers } from './embedded-servers';
import { allOrNone } from './processes/all-or-none';
import {
  runServiceCommand,
  type Service,
  type ServiceProcessOptions,
  superviseService,
} from './processes/service-processes';
import type { SupervisedProcess } from './processes/supervised-process';
import { findRedisProgram } from './redis/embedded-redis';
import { serviceEnvironment, type StackFacts } from './service-environment';
import { assertPortsFree, chooseAddresses, type StackAddresses } from './stack-addresses';
import { readStackConfig } from './stack-config';
import { withProgress } from './step-progress';

/*
 * 1. Read the configuration, take the data folder, end orphans of a killed start, check the ports.
 * 2. Write the credentials, start Postgres and Redis, create roles and schemas.
 * 3. Run both prepare commands, then start the four processes while the showcase is filled. The first failure stops
 *    everything.
 * Stopping reverses the order: the four processes finish what is in flight, then Redis, then Postgres, then the data
 * folder is released.
 */

export interface StackOptions {
  dataDir?: string;
  environment: NodeJS.ProcessEnv;
  queue: 'auto' | 'postgres';
  output: 'inherit' | 'files';
  report: (line: string) => void;
  command?: string;
  bundlesDir?: string;
  /** Defaults to both. Prepared data needs none. */
  prepares?: readonly Service[];
  /** Defaults to all. The others can be started later. */
  starts?: readonly ProcessName[];
  /** Fills the demo with projects to look at. Suites do without: they would pay for them, and count lists. */
  showcase?: boolean;
  postgresSettings?: readonly string[];
  stopping?: AbortSignal;
}

export type ProcessName = 'submission' | 'submissionWorker' | 'gateway' | 'gatewayWorker';

export interface Stack {
  credentials: Credentials | null;
  addresses: StackAddresses;
  servers: ServerAddresses;
  dataDir: string;
  environments: Record<Service, NodeJS.ProcessEnv>;
  processes: Record<ProcessName, SupervisedProcess>;
  postgres: SupervisedProcess | null;
  redis: SupervisedProcess | null;
  stop(): Promise<void>;
}

const BUNDLES = path.resolve(__dirname, '../../../dist/apps');
const NEVER = new AbortController().signal;

export async function startStack(options: StackOptions): Promise<Stack> {
  const stopping = options.stopping ?? NEVER;
  const redisProgram = options.queue === 'postgres' ? { missing: 'Redis was not asked for' } : findRedisProgram();
  const environment: NodeJS.ProcessEnv = {
    ...options.environment,
    ...(options.dataDir && { DATA_DIR: options.dataDir }),
  };
  if (options.queue === 'postgres') delete environment.REDIS_URL;
  const config = readStackConfig(environment, redisProgram.command !== undefined);
  const addresses = await chooseAddresses(config, 'always');

  const held = await holdData(config.DATA_DIR, options.command ?? 'a test', options.report);
  const started: SupervisedProcess[] = [];
  let servers: EmbeddedServers | undefined;
  const stopAll = async () => {
    await Promise.all(started.map((service) => service.stop('SIGTERM', config.stopGraceMs)));
    await servers?.stop();
    held.release();
  };
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= stopAll());
  try {
    await assertPortsFree(config.HOST, {
      SUBMISSION_PORT: addresses.submissionPort,
      GATEWAY_PORT: addresses.gatewayPort,
    });
    servers = await startServers(
      { config, addresses, redisProgram, report: options.report, postgresSettings: options.postgresSettings },
      held,
      stopping,
    );
    const { addresses: serverAddresses, secrets, credentials, postgres, redis } = servers;
    const facts = { config, addresses, servers: serverAddresses, secrets };
    const environments = {
      submission: serviceEnvironment('submission', 'main', facts),
      gateway: serviceEnvironment('gateway', 'main', facts),
    };
    const processes = await startServices(options, facts, held, started, stopping);
    return {
      credentials,
      addresses,
      servers: serverAddresses,
      dataDir: held.dataDir,
      environments,
      processes,
      postgres,
      redis,
      stop,
    };
  } catch (error) {
    await stop();
    stopping.throwIfAborted();
    throw error;
  }
}

async function startServices(
  options: StackOptions,
  facts: StackFacts,
  held: HeldData,
  started: SupervisedProcess[],
  stopping: AbortSignal,
): Promise<Stack['processes']> {
  const { output, report, bundlesDir = BUNDLES, prepares = ['submission', 'gateway'] } = options;
  const where = { bundlesDir, dataDir: held.dataDir, output, report, record: held.record };
  const supervise = (service: Service, entry: 'main' | 'worker') =>
    superviseService(service, entry, serviceEnvironment(service, entry, facts), where);
  const processes: Stack['processes'] = {
    submission: supervise('submission', 'main'),
    submissionWorker: supervise('submission', 'worker'),
    gateway: supervise('gateway', 'main'),
    gatewayWorker: supervise('gateway', 'worker'),
  };
  const preparations = prepares.map(
    (service) => (aborted: AbortSignal) =>
      runServiceCommand(service, 'prepare', serviceEnvironment(service, 'prepare', facts), where, aborted),
  );
  await withProgress('Preparing the databases', report, () => allOrNone(preparations, stopping));
  started.push(...Object.values(processes));
  const wanted = options.starts?.map((name) => processes[name]) ?? started;
  const starts = wanted.map((each) => (aborted: AbortSignal) => each.start(aborted));
  const showcases = options.showcase === true && facts.config.DEMO ? [fillShowcase(facts, where)] : [];
  await withProgress('Starting the services', report, () => allOrNone([...starts, ...showcases], stopping));
  return processes;
}

/** A demo without its showcase is still a demo, so a failure is only reported. */
function fillShowcase(facts: StackFacts, where: ServiceProcessOptions): (aborted: AbortSignal) => Promise<void> {
  const environment = serviceEnvironment('submission', 'showcase', facts);
  return async (aborted) => {
    try {
      await runServiceCommand('submission', 'showcase', environment, where, aborted);
    } catch (error) {
      if (!aborted.aborted) where.report(`The demo has no projects to show: ${String(error)}`);
    }
  };
}
