import { type DynamicModule, Module } from '@nestjs/common';
import { assertMigrated, connectDatabase, type DatabaseOptions } from '@shipyard/platform/database';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { ObjectStore, openObjectStore } from '@shipyard/platform/object-store';
import type { QueueServer } from '@shipyard/platform/queues';
import type { ReplicaReads } from '@shipyard/platform/read-replica';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig, type WorkerConfig } from './config';
import { submissionDataSource } from './database/data-source';
import { PublicReads } from './database/public-reads';
import { QUEUE_SCHEMA } from './database/serving-rights';
import type { RenderBudget } from './limits/render-budget';
import { MarkdownRenderer } from './markdown/markdown-renderer';

export { LOGGER };

export interface Runtime<Config extends HttpConfig | WorkerConfig = HttpConfig | WorkerConfig> {
  config: Config;
  logger: Logger;
  dataSource: DataSource;
  store: ObjectStore;
  replicaReads?: ReplicaReads;
}

@Module({})
export class RuntimeModule {
  static of(
    { config, logger, dataSource, store, replicaReads }: Runtime,
    renderBudget: RenderBudget | null = null,
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: DataSource, useValue: dataSource },
      { provide: PublicReads, useValue: replicaReads ?? dataSource.manager },
      { provide: ObjectStore, useValue: store },
      {
        provide: MarkdownRenderer,
        useFactory: () =>
          Object.assign(new MarkdownRenderer(), { isProxied: config.IMAGE_PROXY, budget: renderBudget }),
      },
    ];
    return { module: RuntimeModule, global: true, providers, exports: providers };
  }
}

export async function openRuntime<Config extends HttpConfig | WorkerConfig>(
  config: Config,
  logger: Logger,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): Promise<Runtime<Config>> {
  const store = await openObjectStore(config, 'submission');
  const dataSource = submissionDataSource(config.SUBMISSION_DATABASE_URL, logger, 'submission', limits);
  await connectDatabase(dataSource, logger);
  await assertMigrated(dataSource);
  return { config, logger, dataSource, store };
}

export function queueServer(config: HttpConfig | WorkerConfig): QueueServer {
  if (config.REDIS_URL !== undefined) return { kind: 'redis', url: config.REDIS_URL, prefix: 'submission' };
  return { kind: 'postgres', url: config.SUBMISSION_DATABASE_URL, schema: QUEUE_SCHEMA };
}
