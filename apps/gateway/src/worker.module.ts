import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { queueMetricsSweeper } from '@shipyard/platform/queue-metrics';
import { oneWorkerPerQueue, queueServerModule } from '@shipyard/platform/queues';
import { AlertsWorkerModule } from './alerts/alerts.worker.module';
import { BillingWorkerModule } from './billing/billing.worker.module';
import { DatabaseWorkerModule } from './database/database.worker.module';
import { IdempotencyWorkerModule } from './idempotency/idempotency.worker.module';
import { ImagesWorkerModule } from './images/images.worker.module';
import { LedgerFilesWorkerModule } from './ledger-files/ledger-files.worker.module';
import { LimitsModule } from './limits/limits.module';
import { MailWorkerModule } from './mail/mail.worker.module';
import { MembersWorkerModule } from './members/members.worker.module';
import { OperatorsWorkerModule } from './operators/operators.worker.module';
import { RequestsWorkerModule } from './request-log/requests.worker.module';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';
import { StatementsWorkerModule } from './statements/statements.worker.module';
import { SupplierUsageWorkerModule } from './supplier-usage/supplier-usage.worker.module';
import { WebhooksWorkerModule } from './webhooks/webhooks.worker.module';

@Module({
  imports: [
    AlertsWorkerModule,
    BillingWorkerModule,
    DatabaseWorkerModule,
    IdempotencyWorkerModule,
    ImagesWorkerModule,
    LedgerFilesWorkerModule,
    MailWorkerModule,
    MembersWorkerModule,
    OperatorsWorkerModule,
    RequestsWorkerModule,
    StatementsWorkerModule,
    SupplierUsageWorkerModule,
    WebhooksWorkerModule,
  ],
})
export class WorkerModule {
  static of(runtime: Runtime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        RuntimeModule.of(runtime),
        queueServerModule(queueServer(runtime.config), runtime.logger),
        DiscoveryModule,
        // A worker takes no calls, so it counts none.
        LimitsModule.of(null, runtime.logger),
      ],
      providers: [oneWorkerPerQueue, queueMetricsSweeper],
    };
  }
}
