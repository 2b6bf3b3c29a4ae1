import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import type { Job } from 'bullmq';
import { LOGGER } from '../runtime.module';
import { type InterviewJob, INTERVIEWS_QUEUE } from './interviews.queue';
import { QuestionDrawingService } from './question-drawing.service';
import { ReportWritingService } from './report-writing.service';

// A person may wait for a question, so there is room for many beside the reports, which mostly wait for their model.
@Processor(INTERVIEWS_QUEUE, { concurrency: 32, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 })
export class InterviewsWorker extends WorkerHost {
  constructor(
    private readonly questions: QuestionDrawingService,
    private readonly reports: ReportWritingService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  override process({ data: { interviewId, question, requestId } }: Job<InterviewJob & JobData>): Promise<void> {
    return requestContexts.run({ requestId: requestId ?? interviewId }, () =>
      question === null ? this.reports.write(interviewId) : this.questions.draw(interviewId, question),
    );
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<InterviewJob> | undefined, error: Error): void {
    this.logger.warn(
      { err: error, interview_id: job?.data.interviewId },
      'A job of an interview ended early; the sweeper starts another',
    );
  }
}
