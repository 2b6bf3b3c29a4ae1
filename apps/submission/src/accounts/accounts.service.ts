import { Inject, Injectable } from '@nestjs/common';
import { hashPassword, isPassword } from '@shipyard/auth';
import { envelopeErrors, inputInvalid, type ResponseRecorder, tokenInvalid } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { MailOutbox, MailRate } from '../mail';
import { lockAccount } from './account-recovery.service';
import { Account, type Locale } from './account.entity';
import { AccountAuditEntry } from './account-audit-entry.entity';
import type { AccountView, NewAccountView } from './account.view';
import { readAccountView } from './account-reads';
import type { ChangeAccountDto, CreateAccountDto } from './accounts.dto';
import { accountErrors, BIRTH_DATE_SET } from './accounts.errors';
import { isAdult } from './birth-date';
import type { Caller } from './caller';
import { accountIdIn, newJoinFormKey } from './join-form-key';
import { mayHaveGuardian } from './consent-age';
import { askGuardian } from './guardian-request';
import { assertAnother } from './guardian-email';
import { assertOldEnough } from './minimum-age';
import { SignInAudit } from './sign-in-audit.service';
import { AccountSession } from './account-session.entity';
import { TokensService } from './tokens.service';

const FIRST_TOKEN = 'First token';
/** A form that was sent twice, or again after a lost connection, comes within minutes. */
const REPEAT_MINUTES = 60;

@Injectable()
export class AccountsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly audit: SignInAudit,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  async register(input: CreateAccountDto): Promise<NewAccountView> {
    return this.create(input, { locale: 'en', accountId: uuidv7() }, async (manager, account) => {
      const { token } = await this.tokens.mint(manager, account.id, { name: FIRST_TOKEN });
      return { account, token };
    });
  }

  /**
   * Registers somebody on a page. They sign in with the password next and have no token yet. A form that is sent twice
   * finds the account that the first one made. Only its key proves that. With the handle and the email instead, the
   * answer would tell whether they belong together.
   */
  async join(input: CreateAccountDto, { locale, formKey }: { locale: Locale; formKey: string }): Promise<void> {
    const accountId = accountIdIn(formKey, this.config.SESSION_KEYS);
    try {
      await this.create(input, { locale, accountId: accountId ?? uuidv7() }, () => Promise.resolve());
    } catch (error) {
      if (accountId === null || !(await this.hasJoined(accountId, input))) throw error;
    }
  }

  private async hasJoined(id: string, { handle, email }: CreateAccountDto): Promise<boolean> {
    return this.dataSource.manager
      .createQueryBuilder(Account, 'account')
      .where(`account.id = :id AND account.created_at > now() - interval '${REPEAT_MINUTES} minutes'`, { id })
      .andWhere('account.handle = :handle AND lower(account.email) = lower(:email)', { handle, email })
      .getExists();
  }

  private async create<Made>(
    input: CreateAccountDto,
    { locale, accountId }: { locale: Locale; accountId: string },
    complete: (manager: EntityManager, account: AccountView) => Promise<Made>,
  ): Promise<Made> {
    if (this.config.REGISTRATION === 'closed')
      throw envelopeErrors.FORBIDDEN({ message: 'Registration is closed here. Ask the operator for an account.' });
    assertOldEnough(input.birth_date, this.config);
    const guardianEmail = this.guardianEmailOf(input);
    const passwordHash = await hashPassword(input.password);
    const values = {
      id: accountId,
      handle: input.handle,
      displayName: input.display_name,
      email: input.email,
      passwordHash,
      birthDate: input.birth_date ?? null,
      locale,
    };
    const creating = this.dataSource.transaction(async (manager) => {
      // Catching a unique violation instead would make Postgres log the email.
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(Account)
        .values(values)
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0) return null;
      if (guardianEmail !== null) await askGuardian(manager, { accountId, email: guardianEmail }, this.config);
      const made = await complete(manager, await readAccountView(manager, accountId));
      if (await MailRate.take(manager, input.email, { isDemo: this.config.DEMO }))
        await MailOutbox.add(manager, { accountId, kind: 'confirm_email', key: `confirm_email:${accountId}` });
      return { made };
    });
    const created = await creating.catch((error: unknown) => {
      // The handle of a deleted account: only its hash is left.
      throw violatedConstraint(error) === 'taken_handles_pkey' ? accountErrors.HANDLE_TAKEN() : error;
    });
    if (created) return created.made;
    if (await this.dataSource.manager.existsBy(Account, { handle: input.handle, deletedAt: IsNull() }))
      throw accountErrors.HANDLE_TAKEN();
    const emailTaken = await this.dataSource.manager
      .createQueryBuilder(Account, 'account')
      .where('lower(account.email) = lower(:email)', input)
      .getExists();
    if (emailTaken) throw accountErrors.EMAIL_TAKEN();
    // The names became free, or another form of this key made an account.
    return this.create(input, { locale, accountId: uuidv7() }, complete);
  }

  /** Null if none was named or the person is old enough, whose guardian is not stored. */
  private guardianEmailOf({ guardian_email: email, email: ownEmail, birth_date: birthDate }: CreateAccountDto) {
    if (!email || !mayHaveGuardian(birthDate ?? null, this.config)) return null;
    assertAnother(email, ownEmail, 'guardian_email');
    return email;
  }

  /** For the next form to join. */
  newFormKey(): string {
    return newJoinFormKey(this.config.SESSION_KEYS);
  }

  async me({ accountId }: Caller): Promise<AccountView> {
    return readAccountView(this.dataSource.manager, accountId);
  }

  async isAdult(accountId: string): Promise<boolean> {
    const { birthDate } = await this.dataSource.manager.findOneByOrFail(Account, { id: accountId });
    return isAdult(birthDate);
  }

  /** A new password needs the current one and ends all sessions. A date of birth is set once. */
  async change(caller: Caller, recorder: ResponseRecorder, input: ChangeAccountDto): Promise<{ account: AccountView }> {
    const id = caller.accountId;
    const { manager } = this.dataSource;
    const account = await manager.findOneByOrFail(Account, { id });
    if (input.birth_date !== undefined && account.birthDate !== null) {
      throw envelopeErrors.FORBIDDEN({ message: BIRTH_DATE_SET });
    }
    assertOldEnough(input.birth_date, this.config);
    const passwordHash = await this.checkNewPassword(account, input);
    const changes = {
      displayName: input.display_name,
      bio: input.bio,
      locale: input.locale,
      mailOptOut: input.mail_opt_out,
      birthDate: input.birth_date,
      passwordHash,
    };
    if (Object.values(changes).every((value) => value === undefined))
      return { account: await readAccountView(manager, id) };
    const asSeen = {
      id,
      ...(input.birth_date !== undefined && { birthDate: IsNull() }),
      ...(passwordHash !== undefined && { passwordHash: account.passwordHash }),
    };
    const written = await this.dataSource.transaction(async (transaction) => {
      // Changing the emptied row of a deleted account would make Postgres log the person.
      if ((await lockAccount(transaction, id)) === null) throw tokenInvalid();
      const { affected } = await transaction.update(Account, asSeen, changes);
      // A concurrent sign-in with the old password waits for the account's row, and then sees the new password.
      if (affected !== 0 && passwordHash !== undefined) {
        await transaction.delete(AccountSession, { accountId: id });
        await transaction.insert(AccountAuditEntry, { accountId: id, actorId: id, action: 'change_password' });
        await this.tokens.revokeWithPassword(transaction, id, input.revoke_tokens);
      }
      return affected === 0 ? null : recorder.record(transaction, { account: await readAccountView(transaction, id) });
    });
    return written ?? this.change(caller, recorder, input);
  }

  private async checkNewPassword(
    account: Account,
    { password, current_password, revoke_tokens }: ChangeAccountDto,
  ): Promise<string | undefined> {
    if (password === undefined) {
      if (revoke_tokens === true) throw inputInvalid('password', 'is required with revoke_tokens', 'missing');
      if (current_password !== undefined)
        throw inputInvalid('password', 'is required with current_password', 'missing');
      return undefined;
    }
    if (current_password === undefined) throw inputInvalid('current_password', 'is required with password', 'missing');
    if (!(await isPassword(account.passwordHash, current_password))) {
      await this.audit.recordWrongPassword(account.id);
      throw accountErrors.LOGIN_INVALID({ message: 'The current password is wrong. Check it and try again.' });
    }
    return hashPassword(password);
  }
}
