import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Account } from './account.entity';
import { AccountAuditEntry } from './account-audit-entry.entity';
import { AccountSession } from './account-session.entity';
import { type Caller, isStaff } from './caller';
import { SecondFactorService } from './second-factor.service';
import { TokensService } from './tokens.service';

interface NewPassword {
  passwordHash: string;
  /** Absent: those of the command line and of connected apps. */
  revokesTokens?: boolean;
  /** How the holder proved that the account is theirs. */
  by: 'mail' | 'link';
}

/** What a reset of the password changes in the tables of accounts. The caller has locked the account. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly tokens: TokensService,
    private readonly secondFactors: SecondFactorService,
  ) {}

  /**
   * Ends all sessions. The second factor stays, because a mailbox alone must not turn it off.
   * Until a mail proves the mailbox, anybody may have registered it. So the first proof also ends what such a person has:
   * tokens and the second factor. Staff keep theirs, because an admin gave them their roles.
   */
  async setPassword(
    manager: EntityManager,
    { id: accountId, emailConfirmedAt, roles }: Account,
    { passwordHash, revokesTokens, by }: NewPassword,
  ): Promise<Account> {
    // The person who has the link of a mail reads that mailbox.
    const isConfirmedNow = by === 'mail' && emailConfirmedAt === null;
    await manager.update(
      Account,
      { id: accountId },
      { passwordHash, ...(isConfirmedNow && { emailConfirmedAt: () => 'now()' }) },
    );
    await manager.delete(AccountSession, { accountId });
    await manager.insert(AccountAuditEntry, {
      accountId,
      actorId: accountId,
      action: 'change_password',
      details: { reset_by: by },
    });
    if (isConfirmedNow && !isStaff({ roles })) await this.secondFactors.remove(manager, accountId);
    await this.tokens.revokeWithPassword(manager, accountId, isConfirmedNow || revokesTokens);
    return manager.findOneByOrFail(Account, { id: accountId });
  }

  async recordResetLink(manager: EntityManager, caller: Caller, accountId: string): Promise<void> {
    await manager.insert(AccountAuditEntry, { accountId, actorId: caller.accountId, action: 'issue_reset_link' });
  }
}

/**
 * Returns null for a deleted account. Makes concurrent sign-ins, password changes and resets wait. Weaker than FOR
 * UPDATE, because rows refer to it.
 */
export const lockAccount = (manager: EntityManager, accountId: string): Promise<Account | null> =>
  manager.findOne(Account, {
    where: { id: accountId, deletedAt: IsNull() },
    lock: { mode: 'for_no_key_update' },
  });
