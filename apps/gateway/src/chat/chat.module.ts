import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { KeysModule } from '../keys/keys.module';
import { ModelsModule } from '../models/models.module';
import { RequestsModule } from '../requests/requests.module';
import { RoutingModule } from '../routing/routing.module';
import { ChatAnswers } from './chat-answers';
import { ChatService } from './chat.service';

/** Its only route is taken before Express: see main.ts. */
@Module({
  imports: [BillingModule, IdempotencyModule, KeysModule, ModelsModule, RequestsModule, RoutingModule],
  providers: [ChatAnswers, ChatService],
})
export class ChatModule {}
