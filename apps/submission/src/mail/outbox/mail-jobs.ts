import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { LOGGER } from '../../runtime.module';
import { type MailJob, MAIL_QUEUE } from '../mail.queue';

@Injectable()
export class MailJobs {
  constructor(
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The queue ignores a mail that it still has. */
  enqueue(job: MailJob): Promise<boolean> {
    return enqueue(this.queue, job, job.mailId, this.logger);
  }
}
