export { COUNTRIES } from './countries';
export {
  type ChatCompletion,
  type ChatCompletionChunk,
  type ChatCompletionRequest,
  type ChatImagePart,
  type ChatMessage,
  type ChatTextPart,
  type ChatUsage,
  FINISH_REASONS,
  type FinishReason,
} from './chat';
export { type ImageSize, imageSizeProblem, type ImageVerdict, judgeImage, readImageSize } from './image-header';
export { ANY_EXTENSION, CONTENT_TYPES, type ImageExtension, nameOfOtherImage, sniffImage } from './image-type';
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
export { instantOf } from './instant';
export {
  ALL_PIXELS_LIMIT,
  FRAMES_LIMIT,
  IMAGE_LIMIT_BYTES,
  IMAGE_PARTS_LIMIT,
  INTERVIEW_QUESTIONS_MAX,
  LOG_SEQUENCE_MAX,
  LOG_TEXT_LIMIT_BYTES,
  LOG_CAPTION_LIMIT_BYTES,
  LOG_TITLE_LIMIT_BYTES,
  NEW_LOGS_MAX,
  PARCEL_DAYS,
  PIXELS_LIMIT,
  PROGRAM_ID,
  PROGRAM_NAME_MAX,
  README_LIMIT_BYTES,
  SYNC_LIMIT_BYTES,
} from './limits';
export { isLongerThan, type LineLimits, lineProblem, lineSchema, normaliseLine } from './line';
export { LOG_CAPTION_LENGTH, logTime, readLogCaption, readLogTitle, repeatedSequences } from './log-rules';
export {
  type Action,
  ACTIONS,
  type Actor,
  allowedActions,
  CALLER_ACTIONS,
  ERASABLE_STATES,
  MISSING_PARTS,
  type MissingPart,
  moveInWords,
  moveOf,
  movesAsMarkdown,
  PROJECT_STATES,
  type ProjectState,
} from './lifecycle';
export {
  type CitedText,
  digestBlock,
  EARLIER_BLOCK,
  EARLIER_VERDICTS,
  type EarlierVerdict,
  FACTS_BLOCK,
  IMAGES_BLOCK,
  type JudgedRemark,
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
  SCORE_MAX,
} from './project-review';
export {
  type Color,
  colorOf,
  COLORS,
  isColor,
  PROJECT_STATUSES,
  type ProjectStatus,
  VISIBILITIES,
  type Visibility,
} from './project-properties';
export {
  FIELD_SCHEMAS,
  type FieldResult,
  isListField,
  isTextField,
  LISTED_FIELDS,
  type ListedField,
  type ListField,
  pickFields,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type ProjectField,
  type ProjectFields,
  readProjectFields,
  readSearch,
  readTag,
  readVisibility,
  SYNCED_FIELDS,
  type SyncedField,
  type TextField,
  UNLISTED_FIELDS,
  UNSET_FIELDS,
} from './project-fields';
export { sizeInWords } from './size-in-words';
export { isReservedSlug, isSlug, SLUG_SCHEMA, slugProblem } from './slug';
export { leakedTokenAt, leaksToken, readTextBody, readTextBytes, type TextResult } from './text-body';
export {
  isWellFormedToken,
  TOKEN_ALPHABET,
  TOKEN_RANDOM_LENGTH,
  tokenChecksum,
  type TokenPrefix,
} from './token-format';
