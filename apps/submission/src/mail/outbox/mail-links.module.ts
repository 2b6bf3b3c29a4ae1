import { Module } from '@nestjs/common';
import { MailLinks } from './mail-links';

/** Import it in the worker module of a feature that registers a link. */
@Module({ providers: [MailLinks], exports: [MailLinks] })
export class MailLinksModule {}
