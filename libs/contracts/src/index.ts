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
export {
  type Action,
  ACTIONS,
  type Actor,
  allowedActions,
  CALLER_ACTIONS,
  ERASABLE_STATES,
  moveInWords,
  moveOf,
  movesAsMarkdown,
  PROJECT_STATES,
  type ProjectState,
} from './lifecycle';
export { PROJECT_REVIEW, PROJECT_REVIEW_SCHEMA, type ProjectReviewInput, type ProjectReviewOutput } from './project-review';
