import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { ReviewsModule } from './reviews.module';
import { ReviewAnswersService } from './review-answers.service';
import { ReviewGateway } from './review-gateway';
import { ReviewJudgingService } from './review-judging.service';
import { ReviewImagesService } from './review-images.service';
import { ReviewReadingService } from './review-reading.service';
import { ReviewRunsService } from './review-runs.service';
import { reviewSweeper } from './review-sweeper';
import { ReviewsWorker } from './reviews.worker';
import { snapshotSweeper } from './snapshot-sweeper';

@Module({
  imports: [AssetsModule, ProjectsModule, ReviewsModule],
  providers: [
    ReviewAnswersService,
    ReviewGateway,
    ReviewJudgingService,
    ReviewImagesService,
    ReviewReadingService,
    ReviewRunsService,
    reviewSweeper,
    ReviewsWorker,
    snapshotSweeper,
  ],
})
export class ReviewsWorkerModule {}
