import { Module } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { BillingModule } from '../billing';
import { CustomersModule } from '../customers';
import { KeysModule } from '../keys';
import { DryRunsModule } from '../dry-runs';
import { ModelsModule } from '../models';
import { ConsoleSessionsService, OperatorsModule } from '../operators';
import { PagesModule } from '../pages';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { CustomerPagesController } from './customers.controller';
import { DryRunController } from './dry-run.controller';
import { ConsoleHomeController, LogInController } from './entrance.controller';
import { ModelFactsQuery } from './model-facts.query';
import { ModelPagesController } from './models.controller';
import { OverviewController } from './overview.controller';
import { OverviewQuery } from './overview.query';
import { RequestPagesController } from './requests.controller';
import { SecondFactorPagesController } from './second-factor.controller';

/** The pages of the operators. */
@Module({
  imports: [
    BillingModule,
    CustomersModule,
    DryRunsModule,
    KeysModule,
    ModelsModule,
    OperatorsModule,
    PagesModule,
    RequestsModule,
    RoutingModule,
  ],
  controllers: [
    ConsoleHomeController,
    CustomerPagesController,
    DryRunController,
    LogInController,
    ModelPagesController,
    OverviewController,
    RequestPagesController,
    SecondFactorPagesController,
  ],
  providers: [
    ModelFactsQuery,
    OverviewQuery,
    {
      provide: SessionForms,
      inject: [ConsoleSessionsService],
      useFactory: (sessions: ConsoleSessionsService) =>
        new SessionForms(({ operator }, token) => sessions.assertCsrfToken(token, operator?.sessionId ?? '')),
    },
  ],
})
export class ConsoleModule {}
