import { BullModule, type WorkerHost } from '@nestjs/bullmq';
import type { DynamicModule, INestApplicationContext, OnApplicationBootstrap, Provider } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  createPostgresBackend,
  DelayedError,
  type Job,
  type JobsOptions,
  type Processor,
  Queue,
  type QueueOptions,
  type RedisOptions,
  runMigrations,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Client } from 'pg';
import type { Logger } from './logger';
import { isReplica } from './redis';
import { parseRedisUrl } from './redis-address';
import { currentRequestId } from './request-context/request-context';
import { currentSpan, traceJob } from './tracing';
import { watchQueue } from './debug';
import { withTimeout } from './cancellation';

/**
 * Where jobs are stored: Redis, or BullMQ's Postgres backend in a schema of one service. Services that share a Redis have
 * queues of the same name, so each has a prefix.
 */
export type QueueServer =
  | { kind: 'redis'; url: string; prefix: string }
  | { kind: 'postgres'; url: string; schema: string };

export interface JobData {
  /** The request that created the job; null for a sweeper. */
  requestId: string | null;
  /** The span that created the job. Absent while traces are off. */
  traceparent?: string;
}

const ENQUEUE_WITHIN_MS = 2_000;
const FIND_WITHIN_MS = 10_000;
/** Nest closes one worker after another. */
const CLOSE_WITHIN_MS = 1_000;
const createTimeoutError = () => new Error('The queue did not answer in time');

interface ServedBy {
  server: QueueServer;
  logger: Logger;
}

/**
 * Connects the queues and workers of a process. Import it once per process, because BullMQ's worker class is set
 * globally.
 */
export function queueServerModule(server: QueueServer, logger: Logger): DynamicModule {
  BullModule.workerClass = server.kind === 'redis' ? redisWorker(server, logger) : postgresWorker(server, logger);
  const options: QueueOptions & ServedBy = { connection: {}, server, logger };
  return BullModule.forRoot(options);
}

/** Registers a queue of a feature. Nest gets the class, because its ESM build would load a second copy of BullMQ. */
export function queueModule(name: string): DynamicModule {
  BullModule.queueClass = ServedQueue;
  const queue = BullModule.registerQueue({ name });
  const declared = { provide: Symbol(name), useValue: new DeclaredQueue(name) };
  return { ...queue, providers: [...(queue.providers ?? []), declared], global: true };
}

/** Lets the start find each queue that a feature registers. */
export class DeclaredQueue {
  constructor(readonly name: string) {}
}

export async function enqueue<Data>(
  queue: Queue,
  data: Data,
  jobId: string,
  logger: Logger,
  options: JobsOptions = {},
): Promise<boolean> {
  const span = currentSpan();
  const traced = span === undefined ? {} : { traceparent: span.traceparent };
  const job: Data & JobData = { ...data, requestId: currentRequestId() ?? null, ...traced };
  const added = queue.add(queue.name, job, { ...options, jobId, removeOnComplete: true, removeOnFail: true });
  try {
    await withTimeout(added, ENQUEUE_WITHIN_MS, createTimeoutError);
    return true;
  } catch (error) {
    logger.warn(
      { err: error, queue: queue.name, job_id: jobId },
      'The queue is out of reach: the sweeper will queue this job later',
    );
    return false;
  }
}

/** Returns the ids that have no job. Throws if the queue is unavailable. */
export async function missingJobs(queue: Queue, jobIds: readonly string[]): Promise<string[]> {
  const finding = Promise.all(jobIds.map(async (jobId) => (await queue.getJob(jobId)) !== undefined));
  const found = await withTimeout(finding, FIND_WITHIN_MS, createTimeoutError);
  return jobIds.filter((_, at) => !found[at]);
}

/** Refuses to start unless each queue has exactly one worker. Use it in the worker process, which has all workers. */
export const oneWorkerPerQueue = {
  provide: 'ONE_WORKER_PER_QUEUE',
  inject: [DiscoveryService],
  useFactory: (discovery: DiscoveryService): OnApplicationBootstrap => ({
    onApplicationBootstrap() {
      const providers = discovery.getProviders();
      const handled = providers.flatMap(({ metatype }) => queueOfProcessor(metatype));
      const names = providers.flatMap(({ instance }: { instance: unknown }) =>
        instance instanceof DeclaredQueue ? [instance.name] : [],
      );
      const wrong = [...new Set([...names, ...handled])]
        .map((name) => ({
          name,
          workers: handled.filter((each) => each === name).length,
          declared: names.includes(name),
        }))
        .filter(({ workers, declared }) => workers !== 1 || !declared);
      if (wrong.length === 0) return;
      const list = wrong
        .map(({ name, workers, declared }) => `${name} has ${workers}${declared ? '' : ' and is not declared'}`)
        .join(', ');
      throw new Error(`Each queue needs exactly one worker. Wrong: ${list}`);
    },
  }),
} satisfies Provider;

/** Pauses the workers of this process. Delayed jobs go to other processes. */
export async function stopTakingJobs(app: INestApplicationContext): Promise<void> {
  const providers = app.get(DiscoveryService, { strict: false }).getProviders();
  const workers = providers.filter(({ metatype }) => queueOfProcessor(metatype).length > 0);
  await Promise.all(workers.map(({ instance }) => (instance as WorkerHost).worker.pause(true)));
}

function queueOfProcessor(metatype: unknown): string[] {
  if (typeof metatype !== 'function') return [];
  const metadata: unknown = Reflect.getMetadata('bullmq:processor_metadata', metatype);
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata ? [String(metadata.name)] : [];
}

const SAY_AGAIN_MS = 30_000;

/** Logs an outage every half minute, not with each failed attempt. */
function lossReporter(what: string, logger: Logger): (error: Error) => void {
  let saidAt = 0;
  return (error) => {
    if (Date.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = Date.now();
    logger.warn({ err: error }, `${what} has trouble with its server and tries again`);
  };
}

const RETRY: RedisOptions = {
  retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  reconnectOnError: isReplica,
};

class ServedQueue extends Queue {
  constructor(name: string, { server, logger, ...options }: QueueOptions & ServedBy) {
    if (server.kind === 'postgres') {
      super(name, { ...options, connection: postgresConnection(server) }, createPostgresBackend as never);
    } else {
      // A producer should fail at once if Redis is unavailable.
      const connection = { ...parseRedisUrl(server.url), ...RETRY, enableOfflineQueue: false };
      super(name, { ...options, prefix: server.prefix, connection });
    }
    this.on('error', lossReporter(`Queue ${name}`, logger));
    watchQueue(name, () => this.getJobCounts('waiting', 'active', 'delayed'));
  }

  override close(): Promise<void> {
    return closeSoon(super.close());
  }
}

/** While Redis is away, BullMQ waits for the answer to its last command. Jobs that run may end first. */
async function closeSoon(closing: Promise<void>, jobs: ReadonlySet<Promise<unknown>> = new Set()): Promise<void> {
  let isClosed = false;
  const closed = closing.catch(() => undefined).finally(() => (isClosed = true));
  do {
    await Promise.race([closed, Promise.allSettled(jobs)]);
    await withTimeout(closed, CLOSE_WITHIN_MS, createTimeoutError).catch(() => undefined);
    // A job that was on its way when the worker closed may have begun.
  } while (!isClosed && jobs.size > 0);
}

const traced =
  (queue: string, processor: Processor<JobData>): Processor =>
  (job: Job<JobData>, ...rest) => {
    const { requestId, traceparent } = job.data;
    const isDelay = (error: unknown) => error instanceof DelayedError;
    return traceJob({ queue, requestId, traceparent, isDelay }, () => processor(job, ...rest));
  };

function redisWorker({ url, prefix }: { url: string; prefix: string }, logger: Logger) {
  return class extends Worker {
    readonly jobs: ReadonlySet<Promise<unknown>>;
    #closedSoon?: Promise<void>;

    constructor(name: string, processor: Processor, options: WorkerOptions) {
      const jobs = new Set<Promise<unknown>>();
      const process: Processor = (...job) => {
        const processing = traced(name, processor)(...job).finally(() => jobs.delete(processing));
        jobs.add(processing);
        return processing;
      };
      super(name, process, {
        ...options,
        prefix,
        connection: { ...parseRedisUrl(url), ...RETRY, maxRetriesPerRequest: null },
      });
      this.jobs = jobs;
      this.on('error', lossReporter(`The worker of ${name}`, logger));
    }

    /** Nest closes a worker twice: with all others, and with its queue. While Redis is away, each would wait. */
    override close(force?: boolean): Promise<void> {
      return (this.#closedSoon ??= closeSoon(super.close(force), this.jobs));
    }
  };
}

function postgresWorker(server: { url: string; schema: string }, logger: Logger) {
  return class extends Worker {
    constructor(name: string, processor: Processor, options: WorkerOptions) {
      const settings = { ...options, connection: postgresConnection(server) };
      super(name, traced(name, processor), settings, createPostgresBackend as never);
      this.on('error', lossReporter(`The worker of ${name}`, logger));
      // BullMQ spins on a failed first connection, so the process exits to be restarted.
      this.waitUntilReady().catch((error: unknown) => {
        logger.fatal({ err: error }, `The worker of ${name} cannot use its queue in Postgres`);
        process.exit(1);
      });
    }
  };
}

const postgresConnection = ({ url, schema }: { url: string; schema: string }) => ({
  connectionString: url,
  schema,
  migrate: false,
  max: 4,
});

/** Uses the owner's role, because the serving role may not change a schema. */
export async function migrateQueue(ownerUrl: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    await client.end();
  }
}
