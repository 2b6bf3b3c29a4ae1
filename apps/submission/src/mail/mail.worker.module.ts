import { Module } from '@nestjs/common';
import { mailQueues, MailSender, mailWork } from '@shipyard/mail';
import { MailModule } from './mail.module';
import { MailLinksModule } from './outbox/mail-links.module';
import { staffDigests } from './outbox/staff-digests';
import { MailMaterialService } from './sending/mail-material.service';
import { MailSendingService } from './sending/mail-sending.service';

@Module({
  imports: [MailModule, MailLinksModule, ...mailQueues()],
  providers: [
    ...mailWork,
    MailMaterialService,
    MailSendingService,
    { provide: MailSender, useExisting: MailSendingService },
    staffDigests,
  ],
})
export class MailWorkerModule {}
