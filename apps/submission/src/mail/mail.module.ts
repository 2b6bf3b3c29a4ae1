import { Module } from '@nestjs/common';
import { MailOptOut } from './opt-out/mail-opt-out.service';

@Module({ providers: [MailOptOut], exports: [MailOptOut] })
export class MailModule {}
