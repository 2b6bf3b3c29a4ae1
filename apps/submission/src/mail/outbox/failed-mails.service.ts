import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MailKind } from './mail-kinds';

/** The last mail that was shown. */
export interface MailPlace {
  endedAt: Date;
  id: string;
}

/** Without the text, the address and the links, which are in no row anyway. */
export interface FailedMail extends MailPlace {
  kind: MailKind;
  outcome: 'failed' | 'bounced';
  /** The codes of the server. */
  failure: string | null;
  attempts: number;
  createdAt: Date;
  handle: string;
  slug: string | null;
}

/** Mails that were given up. They are kept for 30 days. */
@Injectable()
export class FailedMails {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that ended last come first. */
  list(after: MailPlace | null, limit: number): Promise<FailedMail[]> {
    return this.dataSource.query<FailedMail[]>(
      `SELECT mail.id, mail.kind, mail.outcome, mail.failure, mail.attempts, mail.created_at AS "createdAt", mail.ended_at AS "endedAt",
         account.handle, project.slug
       FROM mail_outbox mail JOIN accounts account ON account.id = mail.account_id LEFT JOIN projects project ON project.id = mail.project_id
       WHERE mail.outcome IN ('failed', 'bounced') AND ($1::timestamptz IS NULL OR (mail.ended_at, mail.id) < ($1, $2::uuid))
       ORDER BY mail.ended_at DESC, mail.id DESC LIMIT $3`,
      [after?.endedAt ?? null, after?.id ?? null, limit],
    );
  }

  /**
   * The worker finds the mail within a second, makes it from the rows as they are then, and drops it if its reason is
   * gone. Returns false if it has not failed, or somebody else was faster. A bounced mail stays: its address is wrong.
   */
  async sendAgain(mailId: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE mail_outbox SET ended_at = NULL, outcome = NULL, attempts = 0, next_attempt_at = now(), fence = gen_random_uuid()
       WHERE id = $1 AND outcome = 'failed'`,
      [mailId],
    );
    return count > 0;
  }
}
