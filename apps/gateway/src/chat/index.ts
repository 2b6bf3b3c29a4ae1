export { CHAT_PATH, ChatAnswers } from './chat-answers';
export { ChatModule } from './chat.module';
