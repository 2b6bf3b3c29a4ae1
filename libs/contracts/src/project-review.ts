/** What the review worker asks a model for, and what the gateway's sandbox answers under this schema name. */

export const PROJECT_REVIEW = 'project_review';

/** The last user message of a review request is this object as JSON, so that what a participant wrote stays data. */
export interface ProjectReviewInput {
  project: { name: string; tagline: string; tags: string[] };
  /** Markdown as the participant sent it. */
  readme: string;
  /** Oldest first. */
  logs: { sequence: number; title: string; content: string }[];
}

export interface ProjectReviewOutput {
  /** For everyone, once the review has succeeded. */
  summary: string;
  highlights: string[];
  public_review: string;
  /** For the owner and staff; each names its README section or `log N`. */
  comments: string[];
  suggestions: string[];
  recommended: boolean;
}

const texts = { type: 'array', items: { type: 'string' } };

export const PROJECT_REVIEW_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'highlights', 'public_review', 'comments', 'suggestions', 'recommended'],
  properties: {
    summary: { type: 'string' },
    highlights: texts,
    public_review: { type: 'string' },
    comments: texts,
    suggestions: texts,
    recommended: { type: 'boolean' },
  },
};
