import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { guardianToken, readGuardian } from '../accounts';
import { CONFIG, type WorkerConfig } from '../config';
import { type LinkedMail, MailLinks } from '../mail';

/** Makes the link of each mail to a guardian. */
@Injectable()
export class GuardianMails implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: MailLinks,
    @Inject(CONFIG)
    private readonly config: Pick<WorkerConfig, 'URL_SIGNING_KEYS' | 'SUBMISSION_PUBLIC_URL'>,
  ) {}

  onModuleInit(): void {
    for (const kind of ['guardian_asked', 'guardian_told'] as const)
      this.links.register(kind, (mail) => this.linkFor(mail));
  }

  /** Null if the mail was for another guardian than the one that the account names now, or for an older link. */
  private async linkFor({ accountId, data }: LinkedMail): Promise<string | null> {
    const guardian = await readGuardian(this.dataSource.manager, accountId);
    if (!guardian || guardian.linkId !== data.link_id) return null;
    const token = guardianToken(guardian, this.config.URL_SIGNING_KEYS);
    return token && `${this.config.SUBMISSION_PUBLIC_URL}/guardian?token=${token}`;
  }
}
