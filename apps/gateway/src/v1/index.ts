export {
  type AnswerIdentity,
  answerIdentity,
  chunkWriter,
  toCompletionView,
  type UsageFigures,
} from './chat-completion.view';
export {
  ChatCompletionChunkView,
  ChatCompletionInput,
  ChatCompletionView,
  CHAT_ROLES,
  ChatStreamFailureView,
  MAX_CHOICES,
  MAX_TOOLS,
} from './chat-schema.view';
export { EventStream } from './event-stream.view';
export { customerErrorFormat, notToRepeat, toFailureView } from './openai-error.view';
export { OpenAiRoute, V1_LIMIT_BYTES } from './openai-route.guard';
