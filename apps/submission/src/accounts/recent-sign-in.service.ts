import { Injectable } from '@nestjs/common';
import { isPassword } from '@shipyard/auth';
import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from './account.entity';
import { accountErrors } from './accounts.errors';
import type { Caller } from './caller';
import { SignInAudit } from './sign-in-audit.service';

export const RECENT_MINUTES = 15;

/** Asks the holder of a session to prove their identity before an action that a stolen cookie must not allow. */
@Injectable()
export class RecentSignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignInAudit,
  ) {}

  async isRecent(sessionId: string): Promise<boolean> {
    const recent = await this.dataSource.query<unknown[]>(
      'SELECT FROM sessions WHERE id = $1 AND authenticated_at > now() - make_interval(mins => $2)',
      [sessionId, RECENT_MINUTES],
    );
    return recent.length > 0;
  }

  async checkPassword({ accountId }: Caller, password: string): Promise<string> {
    const { passwordHash } = await this.dataSource.manager.findOneByOrFail(Account, { id: accountId });
    if (await isPassword(passwordHash, password)) return passwordHash;
    await this.audit.recordWrongPassword(accountId);
    throw accountErrors.LOGIN_INVALID({ message: 'The current password is wrong. Check it and try again.' });
  }

  /**
   * Throws VALIDATION_FAILED without a password, unless the session has just begun, and LOGIN_INVALID with a wrong one.
   * A token always needs the password.
   */
  async assertHolder(caller: Caller, password: string | undefined): Promise<void> {
    if (password === undefined) {
      if (caller.sessionId !== null && (await this.isRecent(caller.sessionId))) return;
      const unless = `unless you signed in within ${RECENT_MINUTES} minutes`;
      throw inputInvalid('current_password', `is required, ${unless}`, 'missing');
    }
    await this.checkPassword(caller, password);
  }

  /**
   * Throws FORBIDDEN unless the password was entered within RECENT_MINUTES, or `checkedHash` is still its hash. Call it in
   * a transaction that has locked the account's row.
   */
  async assertRecent(manager: EntityManager, sessionId: string, checkedHash: string | null): Promise<void> {
    const recent = await manager.query<unknown[]>(
      `SELECT FROM sessions session JOIN accounts account ON account.id = session.account_id
       WHERE session.id = $1 AND (session.authenticated_at > now() - make_interval(mins => $2) OR account.password_hash = $3)`,
      [sessionId, RECENT_MINUTES, checkedHash],
    );
    if (recent.length > 0) return;
    throw envelopeErrors.FORBIDDEN({
      message: `You signed in more than ${RECENT_MINUTES} minutes ago. Send your password as current_password, or sign in again.`,
    });
  }
}
