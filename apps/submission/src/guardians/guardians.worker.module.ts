import { Module } from '@nestjs/common';
import { MailLinksModule } from '../mail';
import { grownUpSweeper } from './grown-up-sweeper';
import { GuardianMails } from './guardian-mails.service';

@Module({ imports: [MailLinksModule], providers: [GuardianMails, grownUpSweeper] })
export class GuardiansWorkerModule {}
