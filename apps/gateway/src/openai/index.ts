export {
  type AnswerIdentity,
  answerIdentity,
  chunkWriter,
  toCompletionView,
  type UsageFigures,
} from './chat-completion.view';
export { EventStream } from './event-stream.view';
export { customerErrorFormat, notToRepeat, toFailureView } from './openai-error.view';
export { OpenAiRoute } from './openai-route.guard';
