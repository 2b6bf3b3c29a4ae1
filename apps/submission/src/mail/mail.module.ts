import { Module } from '@nestjs/common';
import { MailOptOut } from './opt-out/mail-opt-out.service';
import { FailedMails } from './outbox/failed-mails.service';

@Module({ providers: [MailOptOut, FailedMails], exports: [MailOptOut, FailedMails] })
export class MailModule {}
