import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { CustomersModule } from '../customers';
import { KeysModule } from '../keys';
import { BalanceController } from './balance.controller';

@Module({ imports: [BillingModule, CustomersModule, KeysModule], controllers: [BalanceController] })
export class V1Module {}
