import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { ChangesModule } from '../changes/changes.module';
import { CustomersModule } from '../customers/customers.module';
import { ImagesModule } from '../images/images.module';
import { KeysModule } from '../keys/keys.module';
import { OperatorsModule } from '../operators/operators.module';
import { AdminKeysController } from './admin-keys.controller';
import { AuditController } from './audit.controller';
import { CustomersController } from './customers.controller';
import { KeysController } from './keys.controller';
import { LedgerController } from './ledger.controller';
import { SessionController } from './session.controller';
import { TasksController } from './tasks.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [BillingModule, ChangesModule, CustomersModule, ImagesModule, KeysModule, OperatorsModule],
  controllers: [
    AdminKeysController,
    AuditController,
    CustomersController,
    KeysController,
    LedgerController,
    SessionController,
    TasksController,
    UsersController,
  ],
})
export class AdminModule {}
