import path from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { type Logger, ObjectStore, type QueueServer } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from './config';
import { LongReads } from './database/long-reads';

/** What a process of the gateway opens before its modules are built. */
export interface Runtime {
  config: GatewayConfig;
  logger: Logger;
  dataSource: DataSource;
  store: ObjectStore;
}

/** Lets every feature inject the configuration, the logger, the data source, the reads that may be long and the object store. */
@Module({})
export class RuntimeModule {
  static of({ config, logger, dataSource, store }: Runtime): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: DataSource, useValue: dataSource },
      { provide: ObjectStore, useValue: store },
      LongReads,
    ];
    return { module: RuntimeModule, global: true, providers, exports: providers };
  }
}

export function openStore(config: GatewayConfig): ObjectStore {
  return new ObjectStore(path.resolve(config.DATA_DIR, 'store', 'gateway'));
}

export function queueServer(config: GatewayConfig): QueueServer {
  if (config.REDIS_URL !== undefined) return { kind: 'redis', url: config.REDIS_URL };
  return { kind: 'postgres', url: config.GATEWAY_DATABASE_URL, schema: 'gateway_queue' };
}
