import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { LOGGER } from '../runtime.module';
import { type InterviewJob, interviewJobId, INTERVIEWS_QUEUE } from './interviews.queue';

@Injectable()
export class InterviewJobs {
  constructor(
    @InjectQueue(INTERVIEWS_QUEUE) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Call it after the commit of the row. If it fails, the sweeper queues the job. */
  enqueue(job: InterviewJob): Promise<boolean> {
    return enqueue(this.queue, job, interviewJobId(job), this.logger);
  }
}
