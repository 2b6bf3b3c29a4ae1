import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { ReviewsModule } from '../reviews/reviews.module';
import { ClaimsService } from './claims.service';
import { ReviewQueueService } from './review-queue.service';
import { StaffProjectsController } from './staff-projects.controller';
import { StaffProjectsService } from './staff-projects.service';

/** What staff do, under `/admin`. */
@Module({
  imports: [ProjectsModule, ReviewsModule],
  controllers: [StaffProjectsController],
  providers: [StaffProjectsService, ReviewQueueService, ClaimsService],
})
export class StaffModule {}
