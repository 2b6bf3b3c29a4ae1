import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { KeysModule } from '../keys/keys.module';
import { ModelsModule } from '../models/models.module';
import { SuppliersModule } from '../suppliers/suppliers.module';
import { ChatAnswers } from './chat-answers';
import { ChatService } from './chat.service';

/** Its one route is taken before Express: see main.ts. */
@Module({
  imports: [BillingModule, KeysModule, ModelsModule, SuppliersModule],
  providers: [ChatAnswers, ChatService],
})
export class ChatModule {}
