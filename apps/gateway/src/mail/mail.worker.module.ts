import { Module } from '@nestjs/common';
import { mailQueues, MailSender, mailWork } from '@shipyard/mail';
import { MailSendingService } from './mail-sending.service';

@Module({
  imports: mailQueues(),
  providers: [...mailWork, MailSendingService, { provide: MailSender, useExisting: MailSendingService }],
})
export class MailWorkerModule {}
