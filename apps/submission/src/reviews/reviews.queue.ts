export const REVIEWS_QUEUE = 'reviews';

export interface ReviewJob {
  reviewId: string;
  /** The review's run that this job belongs to. A job of an earlier run does nothing. */
  run: number;
}

/** One job per run: the queue ignores a duplicate while it has the first. */
export const reviewJobId = ({ reviewId, run }: ReviewJob) => `${reviewId}-${run}`;
