import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { MAIL_QUEUE, SECURITY_MAIL_QUEUE } from './mail.queue';
import { MailModule } from './mail.module';
import { MailWorker, SecurityMailWorker } from './mail.worker';
import { endedMailSweeper } from './outbox/ended-mail-sweeper';
import { MailJobs } from './outbox/mail-jobs';
import { MailLinksModule } from './outbox/mail-links.module';
import { mailMetricsSweeper } from './outbox/mail-metrics-sweeper';
import { mailRateSweeper } from './outbox/mail-rate-sweeper';
import { mailSweeper } from './outbox/mail-sweeper';
import { staffDigests } from './outbox/staff-digests';
import { mailFileSweeper } from './sending/mail-file-sweeper';
import { MailMaterialService } from './sending/mail-material.service';
import { MailSendingService } from './sending/mail-sending.service';

@Module({
  imports: [MailModule, MailLinksModule, queueModule(MAIL_QUEUE), queueModule(SECURITY_MAIL_QUEUE)],
  providers: [
    endedMailSweeper,
    mailFileSweeper,
    MailJobs,
    MailMaterialService,
    mailRateSweeper,
    MailSendingService,
    mailMetricsSweeper,
    mailSweeper,
    MailWorker,
    SecurityMailWorker,
    staffDigests,
  ],
})
export class MailWorkerModule {}
