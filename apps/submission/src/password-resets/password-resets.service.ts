import { Inject, Injectable } from '@nestjs/common';
import { hashPassword, hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import {
  AccountRecovery,
  accountUnknown,
  type AccountView,
  assertSettledRole,
  type Caller,
  lockAccount,
  readAccountView,
} from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { RateLimits } from '../limits/rate-limits';
import { resetErrors } from './password-resets.errors';
import { type ResetLinkView, resetUrl } from './reset-link.view';
import { addReset, IS_VALID, replacedBy } from './reset-rows';

export const LINK_OF_SUSPENDED = 'This account is suspended. Lift the suspension first.';

export interface NewPassword {
  resetToken: string;
  password: string;
  revokeTokens?: boolean;
}

@Injectable()
export class PasswordResets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly recovery: AccountRecovery,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /**
   * Writes one row, for known and unknown emails alike, so that neither the answer nor its time tells them apart. The
   * worker does the rest. An unknown email is not stored.
   */
  async request(email: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO password_reset_requests (id, account_id) VALUES ($1, (SELECT id FROM accounts WHERE lower(email) = lower($2)))`,
      [uuidv7(), email],
    );
  }

  /** For a page that asks for the new password. Only `reset` uses up the token. */
  async isValid(resetToken: string): Promise<boolean> {
    return (await this.accountOf(resetToken)) !== null;
  }

  /**
   * Sets a new password, once for each token:
   * 1. Refuse a token that cannot be valid, before the costly hash.
   * 2. Hash the password outside of the transaction.
   * 3. Lock the account, so that concurrent sign-ins, links and resets wait.
   * 4. Use up the token: one of many parallel calls finds it valid.
   * 5. Set the password and end the sessions.
   */
  async reset({ resetToken, password, revokeTokens }: NewPassword): Promise<{ account: AccountView }> {
    const tokenHash = hashToken(resetToken);
    const accountId = await this.accountOf(resetToken);
    if (accountId === null) throw resetErrors.RESET_TOKEN_INVALID();
    const passwordHash = await hashPassword(password);
    const account = await this.dataSource.transaction(async (manager) => {
      const locked = await lockAccount(manager, accountId);
      if (locked === null || locked.suspendedAt !== null) throw resetErrors.RESET_TOKEN_INVALID();
      const [[used]] = await manager.query<[{ byMail: boolean }[], number]>(
        `UPDATE password_resets SET used_at = now() WHERE token_hash = $1 AND replaces = $2 AND ${IS_VALID} RETURNING key_id IS NOT NULL AS "byMail"`,
        [tokenHash, replacedBy(locked)],
      );
      if (!used) throw resetErrors.RESET_TOKEN_INVALID();
      return this.recovery.setPassword(manager, locked, {
        passwordHash,
        revokesTokens: revokeTokens,
        by: used.byMail ? 'mail' : 'link',
      });
    });
    await this.limits.guesses.forget(account.email.toLowerCase());
    return { account: await readAccountView(this.dataSource.manager, account.id) };
  }

  async issueLink(
    caller: Caller,
    recorder: ResponseRecorder,
    accountId: string,
  ): Promise<{ reset_link: ResetLinkView }> {
    assertSettledRole(caller, 'admin');
    if (!isUUID(accountId)) throw accountUnknown();
    const token = mintToken('prt_');
    return this.dataSource.transaction(async (manager) => {
      const account = await lockAccount(manager, accountId);
      if (account === null) throw accountUnknown();
      if (account.suspendedAt !== null) throw envelopeErrors.FORBIDDEN({ message: LINK_OF_SUSPENDED });
      const { expiresAt } = await addReset(manager, { id: uuidv7(), account, token, keyId: null });
      await this.recovery.recordResetLink(manager, caller, accountId);
      const link = { url: resetUrl(publicUrlOf(this.config), token), expires_at: expiresAt.toISOString() };
      return recorder.record(manager, { reset_link: link }, accountId);
    });
  }

  private async accountOf(resetToken: string): Promise<string | null> {
    if (!isWellFormedToken('prt_', resetToken)) return null;
    const [reset] = await this.dataSource.query<{ accountId: string }[]>(
      `SELECT account_id AS "accountId" FROM password_resets WHERE token_hash = $1 AND ${IS_VALID}`,
      [hashToken(resetToken)],
    );
    return reset?.accountId ?? null;
  }
}
