/** What the review worker asks a model for, and what the gateway's sandbox answers under these schema names. */

export const PROJECT_REVIEW = 'project_review';
export const LOG_DIGESTS = 'log_digests';

/**
 * The block of this name is this object as JSON; all of the project's words stand in blocks, so that they stay data.
 */
export const FACTS_BLOCK = 'facts';

export interface ProjectReviewFacts {
  project: { name: string; tagline: string; tags: string[] };
  /** Code points of the README as it was written. */
  readme_characters: number;
  /** The sections of the README as a reader sees it, in order. A remark can cite each. */
  readme_sections: string[];
  /** All of them, whether they are in blocks or not. */
  log_count: number;
  /** What to score; the program's own. */
  rubric: RubricItem[];
}

export interface RubricItem {
  id: string;
  label: string;
}

/** What a reader sees of the README, as text. */
export const README_BLOCK = 'readme';
/** A log: its title, an empty line, its text. */
export const logBlock = (sequence: number) => `log ${sequence}`;
/** What an earlier pass made of a log. */
export const digestBlock = (sequence: number) => `digest of log ${sequence}`;
/** The words that stand for the README's images. */
export const IMAGES_BLOCK = 'descriptions of images';

/** A remark with the part of the project that it is about. */
export interface CitedText {
  /** The title of a section of the README as it is written, or `log N`. */
  cites: string;
  text: string;
}

export interface RubricScore {
  /** The id of an item in the program's rubric. */
  id: string;
  /** 0-10. */
  score: number;
  reason: string;
}

export interface ProjectReviewOutput {
  /** For everyone, once the review has succeeded. */
  summary: string;
  highlights: string[];
  public_review: string;
  /** For the owner and staff. */
  comments: CitedText[];
  suggestions: CitedText[];
  scores: RubricScore[];
  recommended: boolean;
  /** Why it is recommended or not. */
  reasons: string[];
  /** Places that speak to the reviewer, word for word; for staff. */
  instructions: CitedText[];
}

/** What a first pass makes of logs for which the review itself has no room. */
export interface LogDigestsOutput {
  digests: { log: number; digest: string }[];
}

const text = { type: 'string' };
const listOf = (items: object) => ({ type: 'array', items });
const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
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
  scores: listOf(objectOf({ id: text, score: { type: 'integer', description: '0 to 10' }, reason: text })),
  recommended: { type: 'boolean' },
  reasons: listOf(text),
  instructions: listOf(cited),
});

export const LOG_DIGESTS_SCHEMA = objectOf({ digests: listOf(objectOf({ log: { type: 'integer' }, digest: text })) });
