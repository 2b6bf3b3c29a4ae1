import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { queueMetricsSweeper } from '@shipyard/platform/queue-metrics';
import { oneWorkerPerQueue, queueServerModule } from '@shipyard/platform/queues';
import { AccountDeletionWorkerModule } from './account-deletion/account-deletion.worker.module';
import { AccountsWorkerModule } from './accounts/accounts.worker.module';
import { AssetsWorkerModule } from './assets/assets.worker.module';
import type { WorkerConfig } from './config';
import { EmailChangeWorkerModule } from './email-change/email-change.worker.module';
import { EmailConfirmationWorkerModule } from './email-confirmation/email-confirmation.worker.module';
import { GuardiansWorkerModule } from './guardians/guardians.worker.module';
import { IdempotencyWorkerModule } from './idempotency/idempotency.worker.module';
import { InterviewsWorkerModule } from './interviews/interviews.worker.module';
import { MailWorkerModule } from './mail/mail.worker.module';
import { OauthWorkerModule } from './oauth/oauth.worker.module';
import { PasswordResetsWorkerModule } from './password-resets/password-resets.worker.module';
import { RerenderingWorkerModule } from './rerendering/rerendering.worker.module';
import { ReportsWorkerModule } from './abuse-reports/reports.worker.module';
import { ReviewsWorkerModule } from './reviews/reviews.worker.module';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';
import { SetupWorkerModule } from './setup/setup.worker.module';
import { ShipmentsWorkerModule } from './shipments/shipments.worker.module';

@Module({
  imports: [
    AccountsWorkerModule,
    AccountDeletionWorkerModule,
    AssetsWorkerModule,
    EmailConfirmationWorkerModule,
    EmailChangeWorkerModule,
    GuardiansWorkerModule,
    IdempotencyWorkerModule,
    InterviewsWorkerModule,
    MailWorkerModule,
    OauthWorkerModule,
    PasswordResetsWorkerModule,
    RerenderingWorkerModule,
    ReportsWorkerModule,
    ReviewsWorkerModule,
    SetupWorkerModule,
    ShipmentsWorkerModule,
  ],
})
export class WorkerModule {
  static of(runtime: Runtime<WorkerConfig>): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        RuntimeModule.of(runtime),
        queueServerModule(queueServer(runtime.config), runtime.logger),
        DiscoveryModule,
      ],
      providers: [oneWorkerPerQueue, queueMetricsSweeper],
    };
  }
}
