import { BullModule } from '@nestjs/bullmq';
import type { DynamicModule, OnApplicationBootstrap, Provider } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createPostgresBackend, type JobsOptions, type Processor, Queue, type QueueOptions, type RedisOptions, runMigrations, Worker, type WorkerOptions } from 'bullmq';
import { Client } from 'pg';
import type { Logger } from './logger';
import { currentRequestId } from './request-context';

/** Where jobs wait: Redis, or BullMQ's own Postgres backend in a schema that belongs to one service. */
export type QueueServer = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string; schema: string };

/** What every job carries beside its own data. */
export interface JobData {
  /** Of the request that asked for the work; null when a sweeper did. */
  requestId: string | null;
}

const ENQUEUE_WITHIN_MS = 2_000;
const FIND_WITHIN_MS = 10_000;

/**
 * Registers an application's queues. Call once a process: BullMQ's classes are set for the whole of it.
 * They are handed to Nest because its ESM build would else load a second copy of BullMQ, which knows nothing of the chosen server.
 */
export function queuesModule(server: QueueServer, names: readonly string[], logger: Logger): DynamicModule {
  BullModule.queueClass = server.kind === 'redis' ? redisQueue(server.url, logger) : postgresQueue(server, logger);
  BullModule.workerClass = server.kind === 'redis' ? redisWorker(server.url, logger) : postgresWorker(server, logger);
  const connection: RedisOptions = {};
  const queues = BullModule.registerQueue(...names.map((name) => ({ name, connection })));
  return { ...queues, global: true };
}

/**
 * Puts a job where a worker will find it. Says false, after one line in the log, when the queue is out of reach:
 * the row that the job works on is the truth, and its sweeper queues it again.
 * Jobs are removed when they end, because BullMQ ignores an add whose id it still keeps.
 */
export async function enqueue<Data>(queue: Queue, data: Data, jobId: string, logger: Logger, options: JobsOptions = {}): Promise<boolean> {
  const job: Data & JobData = { ...data, requestId: currentRequestId() ?? null };
  const added = queue.add(queue.name, job, { ...options, jobId, removeOnComplete: true, removeOnFail: true });
  try {
    await within(ENQUEUE_WITHIN_MS, added);
    return true;
  } catch (error) {
    logger.warn({ err: error, queue: queue.name, job_id: jobId }, 'The queue is out of reach: the sweeper will queue this job later');
    return false;
  }
}

/** Those of the jobs that the queue does not have, in their order. Throws when the queue is out of reach. */
export async function missingJobs(queue: Queue, jobIds: readonly string[]): Promise<string[]> {
  const found = await within(FIND_WITHIN_MS, Promise.all(jobIds.map(async (jobId) => (await queue.getJob(jobId)) !== undefined)));
  return jobIds.filter((_, at) => !found[at]);
}

/** Stops a start at which any queue has no worker, or two. Belongs into the worker process, where all workers are. */
export function oneWorkerPerQueue(names: readonly string[]): Provider {
  return {
    provide: 'ONE_WORKER_PER_QUEUE',
    inject: [DiscoveryService],
    useFactory: (discovery: DiscoveryService): OnApplicationBootstrap => ({
      onApplicationBootstrap() {
        const handled = discovery.getProviders().flatMap(({ metatype }) => queueOfProcessor(metatype));
        const wrong = [...new Set([...names, ...handled])]
          .map((name) => ({ name, workers: handled.filter((each) => each === name).length, declared: names.includes(name) }))
          .filter(({ workers, declared }) => workers !== 1 || !declared);
        if (wrong.length === 0) return;
        const list = wrong.map(({ name, workers, declared }) => `${name} has ${workers}${declared ? '' : ' and is not declared'}`).join(', ');
        throw new Error(`Each queue needs exactly one worker. Wrong: ${list}`);
      },
    }),
  };
}

/** Reads what `@Processor` left on a class. */
function queueOfProcessor(metatype: unknown): string[] {
  if (typeof metatype !== 'function') return [];
  const metadata: unknown = Reflect.getMetadata('bullmq:processor_metadata', metatype);
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata ? [String(metadata.name)] : [];
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer from the queue in ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const SAY_AGAIN_MS = 30_000;

/** A lost server is one line each half minute, not one a failed attempt. */
function lossReporter(what: string, logger: Logger): (error: Error) => void {
  let saidAt = 0;
  return (error) => {
    if (Date.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = Date.now();
    logger.warn({ err: error }, `${what} has trouble with its server and tries again`);
  };
}

const RETRY: RedisOptions = { retryStrategy: (attempt) => Math.min(attempt * 100, 1_000) };

function redisQueue(url: string, logger: Logger) {
  return class extends Queue {
    constructor(name: string, options: QueueOptions) {
      // A producer would rather hear at once that Redis is gone than wait for it.
      super(name, { ...options, connection: { ...parseRedisUrl(url), ...RETRY, enableOfflineQueue: false } });
      this.on('error', lossReporter(`Queue ${name}`, logger));
    }
  };
}

function redisWorker(url: string, logger: Logger) {
  return class extends Worker {
    constructor(name: string, processor: Processor, options: WorkerOptions) {
      super(name, processor, { ...options, connection: { ...parseRedisUrl(url), ...RETRY, maxRetriesPerRequest: null } });
      this.on('error', lossReporter(`The worker of ${name}`, logger));
    }
  };
}

function postgresQueue(server: { url: string; schema: string }, logger: Logger) {
  return class extends Queue {
    constructor(name: string, options: QueueOptions) {
      super(name, { ...options, connection: postgresConnection(server) }, createPostgresBackend as never);
      this.on('error', lossReporter(`Queue ${name}`, logger));
    }
  };
}

function postgresWorker(server: { url: string; schema: string }, logger: Logger) {
  return class extends Worker {
    constructor(name: string, processor: Processor, options: WorkerOptions) {
      super(name, processor, { ...options, connection: postgresConnection(server) }, createPostgresBackend as never);
      this.on('error', lossReporter(`The worker of ${name}`, logger));
      // BullMQ keeps the failure of its first connection for good and spins on it: a process that ends is started again by whoever runs it.
      this.waitUntilReady().catch((error: unknown) => {
        logger.fatal({ err: error }, `The worker of ${name} cannot use its queue in Postgres`);
        process.exit(1);
      });
    }
  };
}

const postgresConnection = ({ url, schema }: { url: string; schema: string }) => ({ connectionString: url, schema, migrate: false, max: 4 });

/** Brings a queue's schema in Postgres to what this BullMQ needs, with the role that owns it: the role that serves may not change a schema. */
export async function migrateQueue(ownerUrl: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    await client.end();
  }
}

/** ioredis options of a `redis://` or `rediss://` address. */
export function parseRedisUrl(url: string): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: Number(port || 6379),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { db: Number(pathname.slice(1)) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}
