import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { ProgramsModule } from '../programs';
import { ProjectsModule } from '../projects';
import { InterviewJobs } from './interview-jobs';
import { InterviewReportsService } from './interview-reports.service';
import { InterviewSessionsService } from './interview-sessions.service';
import { InterviewsController } from './interviews.controller';
import { INTERVIEWS_QUEUE } from './interviews.queue';
import { InterviewsService } from './interviews.service';
import { StaffInterviewsController } from './staff-interviews.controller';

@Module({
  imports: [ProgramsModule, ProjectsModule, queueModule(INTERVIEWS_QUEUE)],
  controllers: [InterviewsController, StaffInterviewsController],
  providers: [InterviewsService, InterviewSessionsService, InterviewReportsService, InterviewJobs],
  exports: [InterviewReportsService],
})
export class InterviewsModule {}
