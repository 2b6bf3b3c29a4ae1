import { Module } from '@nestjs/common';
import { MailLinksModule } from '../mail';
import { EmailChangeMails } from './email-change-mails.service';
import { emailChangeSweeper } from './email-change-sweeper';

@Module({ imports: [MailLinksModule], providers: [EmailChangeMails, emailChangeSweeper] })
export class EmailChangeWorkerModule {}
