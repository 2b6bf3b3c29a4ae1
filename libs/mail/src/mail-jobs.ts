import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { type MailJob, MAIL_QUEUE, SECURITY_MAIL_QUEUE } from './mail.queue';

export interface DueMail extends MailJob {
  isSecurity: boolean;
}

@Injectable()
export class MailJobs {
  constructor(
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue,
    @InjectQueue(SECURITY_MAIL_QUEUE) private readonly securityQueue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The queue ignores a mail that it still has. */
  enqueue({ mailId, isSecurity }: DueMail): Promise<boolean> {
    const job: MailJob = { mailId };
    return enqueue(isSecurity ? this.securityQueue : this.queue, job, mailId, this.logger);
  }
}
