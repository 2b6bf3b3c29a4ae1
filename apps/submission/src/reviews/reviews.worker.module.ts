import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ModelModule } from '../model/model.module';
import { ProjectsModule } from '../projects';
import { ReviewsModule } from './reviews.module';
import { ReviewAnswersService } from './review-answers.service';
import { ReviewJudgingService } from './review-judging.service';
import { ReviewImagesService } from './review-images.service';
import { ReviewReadingService } from './review-reading.service';
import { ReviewRunsService } from './review-runs.service';
import { reviewMetricsSweeper } from './review-metrics-sweeper';
import { reviewSweeper } from './review-sweeper';
import { ReviewsWorker } from './reviews.worker';
import { snapshotSweeper } from './snapshot-sweeper';

@Module({
  imports: [AssetsModule, ModelModule, ProjectsModule, ReviewsModule],
  providers: [
    ReviewAnswersService,
    ReviewJudgingService,
    ReviewImagesService,
    ReviewReadingService,
    ReviewRunsService,
    reviewMetricsSweeper,
    reviewSweeper,
    ReviewsWorker,
    snapshotSweeper,
  ],
})
export class ReviewsWorkerModule {}
