import { Inject, Injectable } from '@nestjs/common';
import { FRESH_SECOND_FACTOR_MINUTES } from '@shipyard/auth';
import { inputInvalid, type ResponseRecorder, tokenInvalid } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Account,
  accountErrors,
  type Caller,
  confirmMailbox,
  type EmailChange,
  endEmailChange,
  findEmailChange,
  lockAccount,
  type Mailbox,
  makeEmailChange,
  readEmail,
  readEmailChange,
  readGuardian,
  RecentSignInService,
  writeEmailChange,
} from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { MailOutbox, MailRate } from '../mail';
import { readChangeLink } from './change-token';
import {
  type AskedEmailChangeView,
  type Decision,
  toEmailChangeView,
  type WaitingEmailChangeView,
} from './email-change.view';
import type { AskEmailChangeDto } from './email-change.dto';

/** What the page of a link shows. */
export interface LinkedChange {
  mailbox: Mailbox;
  newEmail: string;
}

/** Changes the email of an account after both mailboxes have confirmed it. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly recentSignIns: RecentSignInService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'URL_SIGNING_KEYS' | 'DEMO'>,
  ) {}

  async waiting({ accountId }: Caller): Promise<WaitingEmailChangeView> {
    const change = await readEmailChange(this.dataSource.manager, accountId);
    return { email_change: change && toEmailChangeView(change) };
  }

  /** Why the caller cannot change to this email, or null. It says nothing about other accounts. */
  async problemWith({ accountId }: Caller, email: string): Promise<EmailProblem | null> {
    const { manager } = this.dataSource;
    const account = await readEmail(manager, accountId);
    return account && problemOf(manager, { id: accountId, email: account.email }, email);
  }

  /**
   * Asks both mailboxes. The answer is the same for an email that has an account, and so are the statements: the worker
   * looks when it writes the mail. It is the same too when an address got too many mails, because mails about signing in
   * count with them, and only an account gets those.
   */
  async ask(caller: Caller, recorder: ResponseRecorder, input: AskEmailChangeDto): Promise<AskedEmailChangeView> {
    const { accountId } = caller;
    const { email } = input;
    const checkedHash = await this.proveHolder(caller, input.current_password);
    return this.dataSource.transaction(async (manager) => {
      const account = await lockAccount(manager, accountId);
      if (account === null) throw tokenInvalid();
      if (checkedHash !== null && checkedHash !== account.passwordHash) throw accountErrors.LOGIN_INVALID();
      const problem = await problemOf(manager, account, email);
      if (problem !== null) throw inputInvalid('email', PROBLEMS[problem]);
      const change = await writeEmailChange(manager, accountId, email);
      const { DEMO: isDemo } = this.config;
      const data = { change_id: change.id };
      // The owner of a confirmed mailbox must always learn of it.
      if (await MailRate.take(manager, account.email, { isDemo, isOwed: account.emailConfirmedAt !== null }))
        await MailOutbox.add(manager, {
          accountId,
          kind: 'email_change_old',
          key: `email_change_old:${change.id}`,
          data,
        });
      if (await MailRate.take(manager, email, { isDemo }))
        await MailOutbox.add(manager, {
          accountId,
          kind: 'email_change_new',
          key: `email_change_new:${change.id}`,
          data,
        });
      return recorder.record(manager, { email_change: toEmailChangeView(change) }, accountId);
    });
  }

  /** Also if no change waits: the caller wants that none does. */
  async cancel({ accountId }: Caller, recorder: ResponseRecorder): Promise<WaitingEmailChangeView> {
    return this.dataSource.transaction(async (manager) => {
      if ((await lockAccount(manager, accountId)) === null) throw tokenInvalid();
      await endEmailChange(manager, { accountId, by: 'holder' });
      return recorder.record(manager, { email_change: null }, accountId);
    });
  }

  /** Null if the link has expired, was used up, or is not ours. */
  async find(token: string): Promise<LinkedChange | null> {
    const link = readChangeLink(token, this.config.URL_SIGNING_KEYS);
    const change = link && (await findEmailChange(this.dataSource.manager, link.changeId));
    return change && { mailbox: link.mailbox, newEmail: change.newEmail };
  }

  /** Null for a link that no longer works, and if another account got the email meanwhile. */
  async decide(token: string, accept: boolean): Promise<Decision | null> {
    const link = readChangeLink(token, this.config.URL_SIGNING_KEYS);
    const found = link && (await findEmailChange(this.dataSource.manager, link.changeId));
    if (!found) return null;
    const { accountId } = found;
    const { changeId, mailbox } = link;
    try {
      return await this.dataSource.transaction(async (manager) => {
        const account = await lockAccount(manager, accountId);
        if (account === null || account.suspendedAt !== null) return null;
        const confirmed = await confirmMailbox(manager, changeId, mailbox);
        if (confirmed === null) return null;
        if (!accept) return (await endEmailChange(manager, { accountId, by: mailbox })) ? 'refused' : null;
        if (!isConfirmedByBoth(confirmed)) return 'waiting';
        return (await makeEmailChange(manager, confirmed)) ? 'changed' : null;
      });
    } catch (error) {
      // Another account got the email at the same moment.
      if (violatedConstraint(error) === 'accounts_email_key') return null;
      throw error;
    }
  }

  /** Returns the hash of the checked password, or null if the second factor proved the holder. */
  private async proveHolder(caller: Caller, password: string | undefined): Promise<string | null> {
    if (password !== undefined) return this.recentSignIns.checkPassword(caller, password);
    if (caller.hasFreshSecondFactor) return null;
    const unless = `unless the session has shown its second factor within ${FRESH_SECOND_FACTOR_MINUTES} minutes`;
    throw inputInvalid('current_password', `is required, ${unless}`, 'missing');
  }
}

const PROBLEMS = {
  own: 'must not be the email that you have now',
  guardian: 'must not be the email of your parent or guardian',
};
type EmailProblem = keyof typeof PROBLEMS;

async function problemOf(
  manager: EntityManager,
  account: Pick<Account, 'id' | 'email'>,
  email: string,
): Promise<EmailProblem | null> {
  if (email.toLowerCase() === account.email.toLowerCase()) return 'own';
  const guardian = await readGuardian(manager, account.id);
  return guardian?.email.toLowerCase() === email.toLowerCase() ? 'guardian' : null;
}

const isConfirmedByBoth = ({ oldConfirmedAt, newConfirmedAt }: EmailChange) =>
  oldConfirmedAt !== null && newConfirmedAt !== null;
