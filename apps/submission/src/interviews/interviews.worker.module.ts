import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { ModelModule } from '../model/model.module';
import { ReviewsModule } from '../reviews';
import { interviewExpirySweeper } from './interview-expiry-sweeper';
import { InterviewJobs } from './interview-jobs';
import { InterviewMaterialService } from './interview-material.service';
import { interviewSweeper } from './interview-sweeper';
import { INTERVIEWS_QUEUE } from './interviews.queue';
import { InterviewsWorker } from './interviews.worker';
import { QuestionDrawingService } from './question-drawing.service';
import { ReportWritingService } from './report-writing.service';

// Without InterviewsModule: the guard of its routes needs the rate limits of the HTTP process.
@Module({
  imports: [ModelModule, ReviewsModule, queueModule(INTERVIEWS_QUEUE)],
  providers: [
    interviewExpirySweeper,
    InterviewJobs,
    InterviewMaterialService,
    interviewSweeper,
    InterviewsWorker,
    QuestionDrawingService,
    ReportWritingService,
  ],
})
export class InterviewsWorkerModule {}
