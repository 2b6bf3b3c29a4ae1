export type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  ChatImagePart,
  ChatMessage,
  ChatTextPart,
  ChatUsage,
  FinishReason,
} from './chat';
export { type DataBlock, fenceData, readFencedData } from './fenced-data';
export {
  answerBlock,
  INTERVIEW_QUESTION,
  INTERVIEW_QUESTION_SCHEMA,
  INTERVIEW_REPORT,
  INTERVIEW_REPORT_SCHEMA,
  type InterviewFacts,
  type InterviewQuestionOutput,
  type InterviewRemark,
  type InterviewReportOutput,
  questionBlock,
  REVIEW_BLOCK,
} from './interview';
export {
  type Action,
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
export {
  type Color,
  COLORS,
  PROJECT_STATUSES,
  type ProjectStatus,
  VISIBILITIES,
  type Visibility,
} from './project-properties';
export { isReservedSlug, isSlug, SLUG_SCHEMA, slugProblem } from './slug';
