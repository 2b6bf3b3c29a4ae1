import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, loadCredentials } from './data/credentials';
import { findLockHolder } from './data/data-lock';
import { type HeldData, tryHoldData } from './data/held-data';
import { RunningRecord, type ServerAddresses } from './data/running-record';
import { loadSecrets, type StackSecrets } from './data/secrets';
import { openEmbeddedPostgres } from './postgres/embedded-postgres';
import { provisionDatabases, roleUrl, serviceDatabases } from './postgres/provision-databases';
import type { SupervisedProcess } from './processes/supervised-process';
import { openEmbeddedRedis, type RedisProgram } from './redis/embedded-redis';
import type { StackAddresses } from './stack-addresses';
import type { StackConfig } from './stack-config';
import { withProgress } from './step-progress';

export interface ServersOptions {
  config: StackConfig;
  addresses: StackAddresses;
  redisProgram: RedisProgram;
  report: (line: string) => void;
  postgresSettings?: readonly string[];
}

export interface EmbeddedServers {
  addresses: ServerAddresses;
  secrets: StackSecrets;
  credentials: Credentials | null;
  postgres: SupervisedProcess | null;
  redis: SupervisedProcess | null;
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 30_000;
const JOIN_POLL_MS = 200;

export interface FoundServers {
  addresses: ServerAddresses;
  secrets: StackSecrets;
  own: { stop(): Promise<void> } | null;
}

export async function joinOrStartServers(
  options: ServersOptions,
  command: string,
  stopping: AbortSignal,
): Promise<FoundServers> {
  const dataDir = options.config.DATA_DIR;
  for (;;) {
    stopping.throwIfAborted();
    const held = await tryHoldData(dataDir, command, options.report);
    if (!('holder' in held)) {
      const servers = await startServers(options, held, stopping).catch((error: unknown) => {
        held.release();
        throw error;
      });
      const stop = () => servers.stop().finally(() => held.release());
      return { addresses: servers.addresses, secrets: servers.secrets, own: { stop } };
    }
    const addresses = new RunningRecord(dataDir).announced();
    if (addresses !== null) {
      options.report(`Joining the servers of ${held.holder.command} (process ${held.holder.pid})`);
      return { addresses, secrets: loadSecrets(dataDir), own: null };
    }
    await wait(JOIN_POLL_MS);
  }
}

export async function waitUntilDataIsFree(dataDir: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && findLockHolder(dataDir) !== null) await wait(JOIN_POLL_MS);
}

export async function startServers(
  options: ServersOptions,
  held: HeldData,
  stopping: AbortSignal,
): Promise<EmbeddedServers> {
  const { dataDir, record } = held;
  const started: SupervisedProcess[] = [];
  const stop = async () => {
    record.announce(null);
    for (const server of started.splice(0).reverse()) await server.stop('SIGINT', STOP_GRACE_MS);
  };
  try {
    const secrets = loadSecrets(dataDir);
    const credentials = options.config.DEMO ? loadCredentials(dataDir, options.addresses) : null;
    const start = async (server: SupervisedProcess) => {
      started.push(server);
      await server.start(stopping);
      return server;
    };
    const databases = await openDatabases(options, secrets, record, start, stopping);
    const redis = await openRedis(options, secrets, record, start);
    const addresses = { ...databases.urls, redisUrl: redis.url };
    record.announce(addresses);
    return { addresses, secrets, credentials, postgres: databases.process, redis: redis.process, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Start = (server: SupervisedProcess) => Promise<SupervisedProcess>;
type DatabaseUrls = Omit<ServerAddresses, 'redisUrl'>;

async function openDatabases(
  { config, report, postgresSettings }: ServersOptions,
  secrets: StackSecrets,
  record: RunningRecord,
  start: Start,
  stopping: AbortSignal,
): Promise<{ urls: DatabaseUrls; process: SupervisedProcess | null }> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBMISSION_DATABASE_URL, GATEWAY_DATABASE_URL } = config;
  if (SUBMISSION_DATABASE_URL !== undefined && GATEWAY_DATABASE_URL !== undefined) {
    const urls = {
      submissionDatabaseUrl: SUBMISSION_DATABASE_URL,
      gatewayDatabaseUrl: GATEWAY_DATABASE_URL,
      submissionOwnerUrl: config.SUBMISSION_OWNER_DATABASE_URL ?? null,
      gatewayOwnerUrl: config.GATEWAY_OWNER_DATABASE_URL ?? null,
    };
    return { urls, process: null };
  }
  if (databaseUrl !== undefined) {
    return {
      urls: await withProgress('Preparing the databases', report, () => provision(databaseUrl, secrets, report)),
      process: null,
    };
  }
  return withProgress('Starting Postgres', report, async () => {
    const { process, adminUrl } = await openEmbeddedPostgres({
      dataDir,
      secrets,
      record,
      report,
      stopping,
      settings: postgresSettings,
    });
    return { process: await start(process), urls: await provision(adminUrl, secrets, report) };
  });
}

async function provision(
  adminUrl: string,
  secrets: StackSecrets,
  report: (line: string) => void,
): Promise<DatabaseUrls> {
  const { submission, gateway } = serviceDatabases({
    submission: { owner: secrets.submissionOwnerPassword, serving: secrets.submissionDatabasePassword },
    gateway: { owner: secrets.gatewayOwnerPassword, serving: secrets.gatewayDatabasePassword },
  });
  await provisionDatabases(adminUrl, [submission, gateway], report);
  return {
    submissionDatabaseUrl: roleUrl(adminUrl, submission.serving),
    gatewayDatabaseUrl: roleUrl(adminUrl, gateway.serving),
    submissionOwnerUrl: roleUrl(adminUrl, submission.owner),
    gatewayOwnerUrl: roleUrl(adminUrl, gateway.owner),
  };
}

async function openRedis(
  { config, redisProgram, report }: ServersOptions,
  secrets: StackSecrets,
  record: RunningRecord,
  start: Start,
): Promise<{ url: string | null; process: SupervisedProcess | null }> {
  if (config.REDIS_URL !== undefined) return { url: config.REDIS_URL, process: null };
  if (redisProgram.command === undefined) {
    report(
      `Without Redis (${redisProgram.missing}), jobs are queued in Postgres and each process counts rate limits by itself`,
    );
    return { url: null, process: null };
  }
  const { command } = redisProgram;
  return withProgress('Starting Redis', report, async () => {
    const { process, url } = await openEmbeddedRedis({ command, dataDir: config.DATA_DIR, secrets, record, report });
    return { url, process: await start(process) };
  });
}
