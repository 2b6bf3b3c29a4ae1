/** Reviews that wait for a worker. */
export const REVIEWS_QUEUE = 'reviews';

export interface ReviewJob {
  reviewId: string;
  /** The run of the review that this job is for; a job of an earlier run finds nothing to do. */
  run: number;
}

/** One job a run: the queue ignores a second one while it keeps the first. */
export const reviewJobId = ({ reviewId, run }: ReviewJob) => `${reviewId}-${run}`;
