import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { ProjectsModule } from '../projects';
import { REVIEWS_QUEUE } from './reviews.queue';
import { ReviewsController } from './reviews.controller';
import { ReviewsService } from './reviews.service';

@Module({
  imports: [ProjectsModule, queueModule(REVIEWS_QUEUE)],
  controllers: [ReviewsController],
  providers: [ReviewsService],
  exports: [ReviewsService],
})
export class ReviewsModule {}
