import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { ChangesModule } from '../changes/changes.module';
import { CustomersModule } from '../customers';
import { DryRunsModule } from '../dry-runs';
import { ImagesModule } from '../images';
import { KeysModule } from '../keys';
import { LedgerFilesModule } from '../ledger-files';
import { MembersModule } from '../members';
import { ModelsModule } from '../models';
import { OperatorsModule } from '../operators';
import { PriceImportsModule } from '../price-imports';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { SupplierUsageModule } from '../supplier-usage';
import { StatementsModule } from '../statements';
import { SuppliersModule } from '../suppliers';
import { WebhooksModule } from '../webhooks';
import { AdminKeysController } from './admin-keys.controller';
import { AuditController } from './audit.controller';
import { CatalogController } from './catalog.controller';
import { CustomersController } from './customers.controller';
import { FreshSecondFactorController } from './fresh-second-factor.controller';
import { RoutesHealthController } from './health.controller';
import { KeysController } from './keys.controller';
import { LedgerFilesController } from './ledger-files.controller';
import { LedgerController } from './ledger.controller';
import { LossesController } from './losses.controller';
import { MembersController } from './members.controller';
import { AdminModelsController } from './models.controller';
import { PriceImportsController } from './price-imports.controller';
import { PriceListsController } from './price-lists.controller';
import { RequestsController } from './requests.controller';
import { RoutesController } from './routes.controller';
import { SearchesController } from './searches.controller';
import { SecondFactorController } from './second-factor.controller';
import { SessionController } from './session.controller';
import { StatementsController } from './statements.controller';
import { SupplierUsageController } from './supplier-usage.controller';
import { SuppliersController } from './suppliers.controller';
import { TasksController } from './tasks.controller';
import { UsageController } from './usage.controller';
import { UserAccessController } from './user-access.controller';
import { UsersController } from './users.controller';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [
    BillingModule,
    ChangesModule,
    CustomersModule,
    DryRunsModule,
    ImagesModule,
    KeysModule,
    LedgerFilesModule,
    MembersModule,
    ModelsModule,
    OperatorsModule,
    PriceImportsModule,
    RequestsModule,
    RoutingModule,
    StatementsModule,
    SupplierUsageModule,
    SuppliersModule,
    WebhooksModule,
  ],
  controllers: [
    AdminKeysController,
    AdminModelsController,
    AuditController,
    CatalogController,
    CustomersController,
    FreshSecondFactorController,
    KeysController,
    LedgerController,
    LedgerFilesController,
    LossesController,
    MembersController,
    PriceImportsController,
    PriceListsController,
    RequestsController,
    RoutesController,
    RoutesHealthController,
    SearchesController,
    SecondFactorController,
    SessionController,
    StatementsController,
    SupplierUsageController,
    SuppliersController,
    TasksController,
    UsageController,
    UserAccessController,
    UsersController,
    WebhooksController,
  ],
})
export class AdminModule {}
