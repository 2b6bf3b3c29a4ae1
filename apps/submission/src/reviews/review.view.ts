import type { Review, ReviewStage, ReviewStatus } from './review.entity';

/** A review as the project's owner and staff see it. */
export interface ReviewView {
  id: string;
  status: ReviewStatus;
  stage: ReviewStage;
  /** 0-100. */
  progress: number;
  requested_at: Date;
  finished_at: Date | null;
  recommended: boolean | null;
  summary: string | null;
  highlights: string[];
  public_review: string | null;
  comments: string[];
  suggestions: string[];
  /** Why it failed for good, in words for the participant. */
  failure: string | null;
}

export function toReviewView(review: Review): ReviewView {
  return {
    id: review.id,
    status: review.status,
    stage: review.stage,
    progress: review.progress,
    requested_at: review.requestedAt,
    finished_at: review.finishedAt,
    recommended: review.recommended,
    summary: review.summary,
    highlights: review.highlights ?? [],
    public_review: review.publicReview,
    comments: review.comments ?? [],
    suggestions: review.suggestions ?? [],
    failure: review.failure,
  };
}
