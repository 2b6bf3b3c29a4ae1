import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { plannedOnce } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { type Account, lockAccount } from '../accounts';
import { CONFIG, type WorkerConfig } from '../config';
import { type LinkedMail, MailLinks, MailOutbox, MailRate } from '../mail';
import { resetUrl } from './reset-link.view';
import { addReset, IS_VALID, liveReset, type LiveReset, renewReset, RESET_MINUTES } from './reset-rows';
import { mailedToken } from './reset-token';

/** Handles requests for a reset in the worker, where nobody sees how long it takes. */
@Injectable()
export class ResetMails implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: MailLinks,
    @Inject(CONFIG)
    private readonly config: Pick<WorkerConfig, 'URL_SIGNING_KEYS' | 'SUBMISSION_PUBLIC_URL' | 'DEMO'>,
  ) {}

  onModuleInit(): void {
    this.links.register('password_reset', (mail) => this.linkFor(mail));
  }

  /**
   * Deletes requests for unknown emails, and those whose links would be of no use any more. Returns whether others are
   * left.
   */
  async dropRequests(): Promise<boolean> {
    const [others] = await this.dataSource.query<{ areLeft: boolean }[]>(
      plannedOnce(
        `WITH dropped AS (
           DELETE FROM password_reset_requests WHERE account_id IS NULL OR requested_at <= now() - make_interval(mins => $1)
         )
         SELECT EXISTS (
           SELECT FROM password_reset_requests WHERE account_id IS NOT NULL AND requested_at > now() - make_interval(mins => $1)
         ) AS "areLeft"`,
      ),
      [RESET_MINUTES],
    );
    return others?.areLeft === true;
  }

  /**
   * Turns the oldest request into a mail, in one transaction. Returns false if there is none.
   * 1. Take the request and lock the account. Suspended accounts get no mail.
   * 2. Leave the link of an admin alone: anybody can send requests, and its holder cannot read their mail.
   * 3. Count the mail to the address. Beyond the rate, the owner of a confirmed address still gets a link if none is valid.
   * 4. Send the link that is valid again, so that requests of strangers do not void it, or else a new one.
   */
  async handleNext(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [[request]] = await manager.query<[{ accountId: string | null }[], number]>(
        plannedOnce(`DELETE FROM password_reset_requests WHERE id = (
           SELECT id FROM password_reset_requests WHERE account_id IS NOT NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING account_id AS "accountId"`),
      );
      if (!request?.accountId) return false;
      const account = await lockAccount(manager, request.accountId);
      if (account === null || account.suspendedAt !== null) return true;
      const live = await liveReset(manager, account);
      if (live?.keyId === null) return true;
      const isOwed = live === null && account.emailConfirmedAt !== null;
      if (!(await MailRate.take(manager, account.email, { isDemo: this.config.DEMO, isOwed }))) return true;
      const resetId = (await this.renew(manager, live)) ?? (await this.addNew(manager, account));
      await MailOutbox.add(manager, {
        accountId: account.id,
        kind: 'password_reset',
        key: `password_reset:${uuidv7()}`,
        data: { reset_id: resetId },
      });
      return true;
    });
  }

  /** Null if there is no link that can be sent again. */
  private async renew(manager: EntityManager, live: LiveReset | null): Promise<string | null> {
    if (!live?.isRenewable || live.keyId === null || !this.config.URL_SIGNING_KEYS.find(live.keyId)) return null;
    await renewReset(manager, live.id);
    return live.id;
  }

  private async addNew(manager: EntityManager, account: Account): Promise<string> {
    const id = uuidv7();
    const { keyId } = this.config.URL_SIGNING_KEYS.current;
    const token = mailedToken({ id, keyId }, this.config.URL_SIGNING_KEYS);
    if (token === null) throw new Error('The current key of a ring is not in it');
    await addReset(manager, { id, account, token, keyId });
    return id;
  }

  /** Null if the token was used, replaced or has expired, or the account is suspended. */
  private async linkFor({ data: { reset_id: resetId } }: LinkedMail): Promise<string | null> {
    if (typeof resetId !== 'string') return null;
    const [reset] = await this.dataSource.query<{ id: string; keyId: string | null }[]>(
      `SELECT reset.id, key_id AS "keyId" FROM password_resets reset JOIN accounts account ON account.id = reset.account_id
       WHERE reset.id = $1 AND ${IS_VALID} AND account.suspended_at IS NULL
         AND reset.replaces = sha256(convert_to(account.password_hash, 'UTF8'))`,
      [resetId],
    );
    if (!reset || reset.keyId === null) return null;
    const token = mailedToken({ id: reset.id, keyId: reset.keyId }, this.config.URL_SIGNING_KEYS);
    return token && resetUrl(this.config.SUBMISSION_PUBLIC_URL, token);
  }
}
