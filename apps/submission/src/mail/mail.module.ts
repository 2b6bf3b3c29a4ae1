import { Module } from '@nestjs/common';
import { MailOptOut } from './mail-opt-out.service';

@Module({ providers: [MailOptOut], exports: [MailOptOut] })
export class MailModule {}
