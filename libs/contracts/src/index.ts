export type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  ChatMessage,
  ChatTextPart,
  ChatUsage,
  FinishReason,
  JsonSchemaFormat,
} from './chat';
export { PROJECT_REVIEW, PROJECT_REVIEW_SCHEMA, type ProjectReviewInput, type ProjectReviewOutput } from './project-review';
