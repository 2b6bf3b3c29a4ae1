import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import type { Job } from 'bullmq';
import { type MailJob, MAIL_QUEUE, SECURITY_MAIL_QUEUE } from './mail.queue';
import { MailSender } from './mail-sender';

const TIMES = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 };

// Mails mostly wait for their server. Together the queues stay below 50 connections, the default limit of Postfix.
@Processor(MAIL_QUEUE, { concurrency: 32, ...TIMES })
export class MailWorker extends WorkerHost {
  constructor(
    private readonly sender: MailSender,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  override process({ data: { mailId } }: Job<MailJob & JobData>): Promise<void> {
    return requestContexts.run({ requestId: mailId }, () => this.sender.send(mailId));
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<MailJob> | undefined, error: Error): void {
    this.logger.warn(
      { err: error, mail_id: job?.data.mailId },
      'A job of a mail ended early; the sweeper starts another',
    );
  }
}

/** Has slots of its own, because a link for a new password is valid for 30 minutes. */
@Processor(SECURITY_MAIL_QUEUE, { concurrency: 8, ...TIMES })
export class SecurityMailWorker extends MailWorker {}
