import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { KeysModule } from '../keys/keys.module';
import { BalanceController } from './balance.controller';

@Module({ imports: [CustomersModule, KeysModule], controllers: [BalanceController] })
export class OpenAiModule {}
