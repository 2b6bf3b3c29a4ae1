import { Module } from '@nestjs/common';
import { MailLinksModule } from '../mail';
import { ConfirmationMails } from './confirmation-mails.service';

@Module({ imports: [MailLinksModule], providers: [ConfirmationMails] })
export class EmailConfirmationWorkerModule {}
