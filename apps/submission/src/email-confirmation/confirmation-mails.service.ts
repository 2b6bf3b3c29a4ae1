import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readEmail } from '../accounts';
import { CONFIG, type WorkerConfig } from '../config';
import { type LinkedMail, MailLinks } from '../mail';
import { signConfirmation } from './confirmation-token';

const VALID_MS = 7 * 24 * 60 * 60_000;

@Injectable()
export class ConfirmationMails implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: MailLinks,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'URL_SIGNING_KEYS' | 'SUBMISSION_PUBLIC_URL'>,
  ) {}

  onModuleInit(): void {
    this.links.register('confirm_email', (mail) => this.linkFor(mail));
  }

  /** The same for each attempt, because the time runs from the row. Null if there is nothing left to confirm. */
  private async linkFor({ accountId, createdAt }: LinkedMail): Promise<string | null> {
    const account = await readEmail(this.dataSource.manager, accountId);
    if (account === null || account.isConfirmed || account.isSuspended) return null;
    const expiresAt = new Date(createdAt.getTime() + VALID_MS);
    const token = signConfirmation({ accountId, email: account.email, expiresAt }, this.config.URL_SIGNING_KEYS);
    return `${this.config.SUBMISSION_PUBLIC_URL}/confirm?token=${token}`;
  }
}
