import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isEmailTaken, type Mailbox, readEmailChange } from '../accounts';
import { CONFIG, type WorkerConfig } from '../config';
import { type LinkedMail, MailLinks } from '../mail';
import { signChangeLink } from './change-token';

/** Makes the link of each mail about a change of an email. */
@Injectable()
export class EmailChangeMails implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: MailLinks,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'URL_SIGNING_KEYS' | 'SUBMISSION_PUBLIC_URL'>,
  ) {}

  onModuleInit(): void {
    this.links.register('email_change_old', (mail) => this.linkFor(mail, 'old'));
    this.links.register('email_change_new', (mail) => this.linkFor(mail, 'new'));
  }

  /** Null if the change has ended or was replaced. The owner of an email that has an account is led to the log-in. */
  private async linkFor({ accountId, data }: LinkedMail, mailbox: Mailbox): Promise<string | null> {
    const { manager } = this.dataSource;
    const change = await readEmailChange(manager, accountId);
    if (change === null || change.id !== data.change_id) return null;
    const site = this.config.SUBMISSION_PUBLIC_URL;
    if (mailbox === 'new' && (await isEmailTaken(manager, change))) return `${site}/login`;
    return `${site}/email-change?token=${signChangeLink({ changeId: change.id, mailbox }, this.config.URL_SIGNING_KEYS)}`;
  }
}
