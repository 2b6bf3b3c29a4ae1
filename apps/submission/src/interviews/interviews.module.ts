import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { ProgramsModule } from '../programs';
import { ProjectsModule } from '../projects';
import { InterviewJobs } from './interview-jobs';
import { InterviewReportsService } from './interview-reports.service';
import { InterviewRedemptionService } from './interview-redemption.service';
import { InterviewSessionsService } from './interview-sessions.service';
import { InterviewStartService } from './interview-start.service';
import { InterviewsController } from './interviews.controller';
import { INTERVIEWS_QUEUE } from './interviews.queue';
import { StaffInterviewsController } from './staff-interviews.controller';

@Module({
  imports: [ProgramsModule, ProjectsModule, queueModule(INTERVIEWS_QUEUE)],
  controllers: [InterviewsController, StaffInterviewsController],
  providers: [
    InterviewStartService,
    InterviewRedemptionService,
    InterviewSessionsService,
    InterviewReportsService,
    InterviewJobs,
  ],
  exports: [InterviewReportsService, InterviewStartService, InterviewRedemptionService, InterviewSessionsService],
})
export class InterviewsModule {}
