import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import type { QueueServer } from '@shipyard/platform/queues';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from './config';
import { BillingStatements } from './database/billing-statements';
import { LongReads } from './database/long-reads';
import { QUEUE_SCHEMA } from './database/serving-rights';
import { answerStructured } from './demo/answer-structured';
import { STRUCTURED_ANSWER } from './suppliers/structured-answer';

export interface Runtime {
  config: GatewayConfig;
  logger: Logger;
  dataSource: DataSource;
  billing: BillingStatements;
  store: ObjectStore;
}

@Module({})
export class RuntimeModule {
  static of({ config, logger, dataSource, billing, store }: Runtime): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: DataSource, useValue: dataSource },
      { provide: BillingStatements, useValue: billing },
      { provide: ObjectStore, useValue: store },
      { provide: STRUCTURED_ANSWER, useValue: answerStructured },
      LongReads,
    ];
    return { module: RuntimeModule, global: true, providers, exports: providers };
  }
}

export function queueServer(config: GatewayConfig): QueueServer {
  if (config.REDIS_URL !== undefined) return { kind: 'redis', url: config.REDIS_URL, prefix: 'gateway' };
  return { kind: 'postgres', url: config.GATEWAY_DATABASE_URL, schema: QUEUE_SCHEMA };
}
