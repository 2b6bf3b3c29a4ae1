import { Inject, Injectable } from '@nestjs/common';
import { MailSender } from '@shipyard/mail';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../../config';
import { LOGGER } from '../../runtime.module';
import { isToAnotherAddress } from '../outbox/mail-kinds';
import { mailFolder } from './mail-folder';
import { type ClaimedMail, MailMaterialService } from './mail-material.service';

@Injectable()
export class MailSendingService extends MailSender<ClaimedMail> {
  constructor(
    dataSource: DataSource,
    private readonly material: MailMaterialService,
    @Inject(CONFIG) { SMTP_URL, DATA_DIR }: WorkerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    const route = { server: SMTP_URL, folder: mailFolder(DATA_DIR) };
    super(dataSource, route, logger, 'account_id AS "accountId", project_id AS "projectId", data');
  }

  protected make(mail: ClaimedMail) {
    return this.material.make(mail);
  }

  /** Locks the account first, as the deletion of an account does. */
  protected override async bounce(mail: ClaimedMail, reason: string | null): Promise<number> {
    // The account still gets its mail.
    if (isToAnotherAddress(mail.kind)) return super.bounce(mail, reason);
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `WITH locked AS (SELECT id FROM accounts WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE),
         ended AS (
           UPDATE mail_outbox SET ended_at = now(), outcome = 'bounced', failure = $4 FROM locked
           WHERE mail_outbox.account_id = locked.id AND mail_outbox.id = $2 AND fence = $3 AND ended_at IS NULL RETURNING account_id)
       UPDATE accounts SET mail_bounced_at = now() FROM ended WHERE accounts.id = ended.account_id`,
      [mail.accountId, mail.id, mail.fence, reason],
    );
    return count;
  }
}
