import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { CustomersModule } from '../customers/customers.module';
import { KeysModule } from '../keys/keys.module';
import { BalanceController } from './balance.controller';

@Module({ imports: [BillingModule, CustomersModule, KeysModule], controllers: [BalanceController] })
export class OpenAiModule {}
