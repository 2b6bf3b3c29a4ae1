import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AssistantCalls } from './assistant-calls.service';
import { AssistantsController } from './assistants.controller';

@Module({ imports: [AccountsModule], controllers: [AssistantsController], providers: [AssistantCalls] })
export class AssistantsModule {}
