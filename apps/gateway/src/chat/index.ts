export { CHAT_PATH, ChatController } from './chat.controller';
export { ChatModule } from './chat.module';
