import { Module } from '@nestjs/common';
import { MailLinksModule } from '../mail';
import { ResetMails } from './reset-mails.service';
import { resetRequestSweeper } from './reset-request-sweeper';
import { resetSweeper } from './reset-sweeper';

@Module({
  imports: [MailLinksModule],
  providers: [ResetMails, resetRequestSweeper, resetSweeper],
})
export class PasswordResetsWorkerModule {}
