import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { CustomersModule } from '../customers/customers.module';
import { AdminController } from './admin.controller';
import { AdminKeyGuard } from './admin-key.guard';

@Module({ imports: [BillingModule, CustomersModule], controllers: [AdminController], providers: [AdminKeyGuard] })
export class AdminModule {}
