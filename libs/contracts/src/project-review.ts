import { listOf, objectOf, text } from './answer-schema';

export const PROJECT_REVIEW = 'project_review';
export const LOG_DIGESTS = 'log_digests';

/** This block holds this object as JSON. All of the project's words are in blocks, so that they stay data. */
export const FACTS_BLOCK = 'facts';

export interface ProjectReviewFacts {
  project: { name: string; tagline: string; tags: string[] };
  /** Code points of the README's source. */
  readme_characters: number;
  readme_sections: string[];
  log_count: number;
  rubric: RubricItem[];
  /** Remarks of the review before that the participant says to have dealt with. Absent without any. */
  said_done?: string[];
}

export interface RubricItem {
  id: string;
  label: string;
}

export const README_BLOCK = 'readme';
/** Title, empty line, text. */
export const logBlock = (sequence: number) => `log ${sequence}`;
export const digestBlock = (sequence: number) => `digest of log ${sequence}`;
export const IMAGES_BLOCK = 'descriptions of images';
/** What the review before noted, a remark a line: its number from 1, a colon, the text. */
export const EARLIER_BLOCK = 'earlier remarks';

export const EARLIER_VERDICTS = ['met', 'partly', 'not_met'] as const;
export type EarlierVerdict = (typeof EARLIER_VERDICTS)[number];

export interface JudgedRemark {
  /** Its number in the block. */
  number: number;
  verdict: EarlierVerdict;
  /** One sentence. */
  reason: string;
}

export interface CitedText {
  /** The exact title of a section, or `log N`. */
  cites: string;
  text: string;
}

export interface RubricScore {
  id: string;
  score: number;
  reason: string;
}

export const SCORE_MAX = 10;

export interface ProjectReviewOutput {
  summary: string;
  highlights: string[];
  public_review: string;
  comments: CitedText[];
  suggestions: CitedText[];
  scores: RubricScore[];
  recommended: boolean;
  reasons: string[];
  /** Passages with instructions to the reviewer, verbatim. For staff. */
  instructions: CitedText[];
  /** One for each remark of the review before. Suppliers may leave it out. */
  earlier_remarks?: JudgedRemark[];
}

export interface LogDigestsOutput {
  digests: { log: number; digest: string }[];
}

const cited = objectOf({
  cites: { type: 'string', description: 'The title of a README section exactly as it is written, or "log N".' },
  text,
});

export const PROJECT_REVIEW_SCHEMA = objectOf({
  summary: text,
  highlights: listOf(text),
  public_review: text,
  comments: listOf(cited),
  suggestions: listOf(cited),
  scores: listOf(objectOf({ id: text, score: { type: 'integer', description: `0 to ${SCORE_MAX}` }, reason: text })),
  recommended: { type: 'boolean' },
  reasons: listOf(text),
  instructions: listOf(cited),
  earlier_remarks: listOf(
    objectOf({
      number: { type: 'integer' },
      verdict: { type: 'string', enum: [...EARLIER_VERDICTS] },
      reason: text,
    }),
  ),
});

export const LOG_DIGESTS_SCHEMA = objectOf({ digests: listOf(objectOf({ log: { type: 'integer' }, digest: text })) });
