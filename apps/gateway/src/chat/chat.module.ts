import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { MeteredCallsModule } from '../metered-calls';
import { ModelsModule } from '../models';
import { ChatController } from './chat.controller';
import { ChatService } from './chat.service';

/** Its only route is taken before Express: see main.ts. */
@Module({
  imports: [IdempotencyModule, KeysModule, MeteredCallsModule, ModelsModule],
  providers: [ChatController, ChatService],
})
export class ChatModule {}
