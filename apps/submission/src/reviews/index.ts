export { readReviewAnswer } from './review-answer';
export { REVIEW_FAILURES, type ReviewFailure } from './review-failure';
export { PROMPT_VERSION } from './review-prompt';
export { hashContent, hashReadme, readContent, type ReviewSnapshot, toSnapshot } from './review-snapshot';
export { Review } from './review.entity';
export { ProjectStatusView, ReviewRequestView, ReviewView, StaffReviewView } from './review.view';
export { reviewErrors } from './reviews.errors';
export { ReviewsModule } from './reviews.module';
export { ReviewsService } from './reviews.service';
