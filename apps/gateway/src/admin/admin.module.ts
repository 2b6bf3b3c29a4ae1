import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { CustomersModule } from '../customers/customers.module';
import { RequestsModule } from '../requests/requests.module';
import { AdminController } from './admin.controller';
import { AdminKeyGuard } from './admin-key.guard';
import { RequestsController } from './requests.controller';
import { UsageController } from './usage.controller';

@Module({ imports: [BillingModule, CustomersModule, RequestsModule], controllers: [AdminController, RequestsController, UsageController], providers: [AdminKeyGuard] })
export class AdminModule {}
