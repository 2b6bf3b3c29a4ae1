import { Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { DataSource } from 'typeorm';
import type { AccountView } from './account.view';
import { AccountAuditEntry } from './account-audit-entry.entity';

/** Also for all unknown emails together, so that an attacker cannot fill the audit. */
const FAILURES_AN_HOUR = 60;

@Injectable()
export class SignInAudit {
  constructor(private readonly dataSource: DataSource) {}

  async audited<Opened extends { account: Pick<AccountView, 'id'> }>(
    email: string,
    signIn: () => Promise<Opened>,
  ): Promise<Opened> {
    const opened = await signIn().catch(async (error: unknown) => {
      // Failures on our side, such as an unavailable database, are not recorded.
      if (error instanceof HttpError && error.row.status < 500)
        await this.recordFailure('log_in_failed', '(SELECT id FROM accounts WHERE lower(email) = lower($1))', email);
      throw error;
    });
    await this.dataSource.manager.insert(AccountAuditEntry, {
      accountId: opened.account.id,
      actorId: opened.account.id,
      action: 'log_in',
    });
    return opened;
  }

  recordWrongPassword(accountId: string): Promise<void> {
    return this.recordFailure('password_check_failed', '$1::uuid', accountId);
  }

  private async recordFailure(
    action: 'log_in_failed' | 'password_check_failed',
    accountId: string,
    value: string,
  ): Promise<void> {
    await this.dataSource.query(
      `WITH failed AS (SELECT ${accountId} AS account_id)
       INSERT INTO account_audit_entries (account_id, actor_id, action)
       SELECT account_id, CASE WHEN $2 = 'password_check_failed' THEN account_id END, $2 FROM failed
       WHERE (SELECT count(*) FROM (
         SELECT FROM account_audit_entries entry
         WHERE coalesce(entry.account_id, '00000000-0000-0000-0000-000000000000') = coalesce(failed.account_id, '00000000-0000-0000-0000-000000000000')
           AND entry.action IN ('log_in_failed', 'password_check_failed') AND entry.at > now() - interval '1 hour' LIMIT $3) last_hour) < $3`,
      [value, action, FAILURES_AN_HOUR],
    );
  }
}
