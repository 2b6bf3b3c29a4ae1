export { ReviewRequestView, ReviewView, StaffReviewView } from './review.view';
export { reviewErrors } from './reviews.errors';
export { ReviewsModule } from './reviews.module';
export { ReviewsService } from './reviews.service';
