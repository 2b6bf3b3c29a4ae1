import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { ModelsModule } from '../models';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { ChatController } from './chat.controller';
import { ChatService } from './chat.service';

/** Its only route is taken before Express: see main.ts. */
@Module({
  imports: [BillingModule, IdempotencyModule, KeysModule, ModelsModule, RequestsModule, RoutingModule],
  providers: [ChatController, ChatService],
})
export class ChatModule {}
