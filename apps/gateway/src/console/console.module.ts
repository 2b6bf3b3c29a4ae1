import { Module } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { BillingModule } from '../billing';
import { CustomersModule } from '../customers';
import { ImagesModule } from '../images';
import { KeysModule } from '../keys';
import { DryRunsModule } from '../dry-runs';
import { LedgerFilesModule } from '../ledger-files';
import { ModelsModule } from '../models';
import { ConsoleSessionsService, OperatorsModule } from '../operators';
import { PagesModule } from '../pages';
import { PriceImportsModule } from '../price-imports';
import { ProcessesModule } from '../processes';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { StatementsModule } from '../statements';
import { SuppliersModule } from '../suppliers';
import { ChangesModule } from '../changes/changes.module';
import { AuditPagesController } from './audit.controller';
import { CustomerPagesController } from './customers.controller';
import { ConsolePages } from './console-visit';
import { CustomerTermsController } from './customer-terms.controller';
import { DryRunController } from './dry-run.controller';
import { ConsoleHomeController, LogInController } from './entrance.controller';
import { KeyFactsQuery } from './key-facts.query';
import { LedgerFilePagesController } from './ledger-files.controller';
import { LedgerPagesController } from './ledger.controller';
import { KeyPagesController } from './keys.controller';
import { ModelFactsQuery } from './model-facts.query';
import { ModelPagesController } from './models.controller';
import { NewRecordsController } from './new-records.controller';
import { OverviewController } from './overview.controller';
import { OverviewQuery } from './overview.query';
import { PlaygroundController } from './playground.controller';
import { PlaygroundCalls } from './playground-calls.service';
import { PriceImportPagesController } from './price-import.controller';
import { RouteFactsQuery } from './route-facts.query';
import { RoutePagesController } from './routes.controller';
import { SupplierPagesController } from './suppliers.controller';
import { RequestPagesController } from './requests.controller';
import { SearchPagesController } from './searches.controller';
import { SecondFactorPagesController } from './second-factor.controller';
import { TaskPagesController } from './tasks.controller';
import { UserPageController } from './user.controller';
import { UserPagesController } from './users.controller';

/** The pages of the operators. */
@Module({
  imports: [
    BillingModule,
    ChangesModule,
    CustomersModule,
    DryRunsModule,
    ImagesModule,
    KeysModule,
    LedgerFilesModule,
    ModelsModule,
    OperatorsModule,
    PagesModule,
    PriceImportsModule,
    ProcessesModule,
    RequestsModule,
    RoutingModule,
    StatementsModule,
    SuppliersModule,
  ],
  controllers: [
    AuditPagesController,
    ConsoleHomeController,
    CustomerPagesController,
    CustomerTermsController,
    DryRunController,
    KeyPagesController,
    LedgerFilePagesController,
    LedgerPagesController,
    LogInController,
    ModelPagesController,
    NewRecordsController,
    OverviewController,
    PlaygroundController,
    PriceImportPagesController,
    RequestPagesController,
    RoutePagesController,
    SearchPagesController,
    SecondFactorPagesController,
    SupplierPagesController,
    TaskPagesController,
    UserPageController,
    UserPagesController,
  ],
  providers: [
    ConsolePages,
    KeyFactsQuery,
    ModelFactsQuery,
    OverviewQuery,
    PlaygroundCalls,
    RouteFactsQuery,
    {
      provide: SessionForms,
      inject: [ConsoleSessionsService],
      useFactory: (sessions: ConsoleSessionsService) =>
        new SessionForms(({ operator }, token) => sessions.assertCsrfToken(token, operator?.sessionId ?? '')),
    },
  ],
})
export class ConsoleModule {}
