export { CHAT_PATH, ChatController } from './chat.controller';
export { ChatModule } from './chat.module';
export { chatPrices } from './chat-cost';
export { answersChats, planChat, streamsChats } from './chat-plan';
export { readChatRequest } from './chat-request';
