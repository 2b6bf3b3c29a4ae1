export type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  ChatImagePart,
  ChatMessage,
  ChatTextPart,
  ChatUsage,
  FinishReason,
  JsonSchemaFormat,
} from './chat';
export { type DataBlock, fenceData, readFencedData } from './fenced-data';
export {
  type CitedText,
  digestBlock,
  FACTS_BLOCK,
  IMAGES_BLOCK,
  LOG_DIGESTS,
  LOG_DIGESTS_SCHEMA,
  logBlock,
  type LogDigestsOutput,
  PROJECT_REVIEW,
  PROJECT_REVIEW_SCHEMA,
  type ProjectReviewFacts,
  type ProjectReviewOutput,
  README_BLOCK,
  type RubricItem,
  type RubricScore,
} from './project-review';
