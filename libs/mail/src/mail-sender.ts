import type { OnModuleDestroy } from '@nestjs/common';
import { retryDuringOutage } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { delayAfter, type MailFailure, readMailFailure } from './mail-failure';
import type { MailMessage } from './mail-message';
import { type MailRoute, type MailTransport, openMailTransport } from './mail-transport';
import { mailAttemptsFailed, mailsTotal } from './mail.metrics';

/** Renewed while the mail is sent. A mail whose worker died is sent again after this time. */
const LEASE_SECONDS = 90;
const RENEW_MS = 20_000;
const STOP_WITHIN_MS = 5_000;
const MARK_WITHIN_MS = 20_000;

type Outcome = 'sent' | 'failed' | 'bounced' | 'dropped';

/** What the sender knows of a row of the table `mail_outbox`, which each service has. */
export interface ClaimedMail {
  id: string;
  kind: string;
  key: string;
  createdAt: Date;
  attempts: number;
  fence: string;
}

export type MailMaterial = { message: MailMessage } | { dropped: string };

/** Sends the mails of an outbox. A service says what each mail reads, and what a bounce means. */
export abstract class MailSender<Mail extends ClaimedMail = ClaimedMail> implements OnModuleDestroy {
  readonly folder: string;
  private readonly transport: MailTransport;
  private readonly stopping = new AbortController();
  private takesNoMore = false;

  constructor(
    protected readonly dataSource: DataSource,
    route: MailRoute,
    private readonly logger: Logger,
    /** The columns that the service adds, as a statement selects them. */
    private readonly ownColumns: string,
  ) {
    this.folder = route.folder;
    this.transport = openMailTransport(route);
  }

  /** Makes the message from the rows as they are now, or says why the mail is dropped. */
  protected abstract make(mail: Mail): Promise<MailMaterial>;

  /** Ends the mail because its address is wrong. Returns how many rows ended. */
  protected bounce(mail: Mail, reason: string | null): Promise<number> {
    return this.endAs(mail, 'bounced', reason);
  }

  /** What is being sent may end. After some seconds it is cut off and sent again later. */
  onModuleDestroy(): void {
    this.takesNoMore = true;
    setTimeout(() => this.stopping.abort(new Error('The worker stops')), STOP_WITHIN_MS).unref();
  }

  /**
   * 1. Claim the row for a lease, and renew it, so that no other worker sends the mail meanwhile.
   * 2. Make the message from the rows as they are now, or drop the mail if its reason is gone.
   * 3. Send it. If the worker dies before the next step, the mail is sent again with the same Message-ID.
   * 4. Write how it ended, or when it is tried again.
   */
  async send(mailId: string): Promise<void> {
    if (this.takesNoMore) return;
    const mail = await this.claim(mailId);
    if (!mail) return;
    const renewal = setInterval(() => void this.renew(mail), RENEW_MS);
    try {
      const made = await this.make(mail);
      if ('dropped' in made) return await this.end(mail, 'dropped', made.dropped);
      await this.transport(mail.id, made.message, this.stopping.signal);
    } catch (error) {
      return await this.settle(mail, readMailFailure(error));
    } finally {
      clearInterval(renewal);
    }
    await this.end(mail, 'sent', null);
  }

  protected async endAs({ id, fence }: Mail, outcome: Outcome, reason: string | null): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      'UPDATE mail_outbox SET ended_at = now(), outcome = $3, failure = $4 WHERE id = $1 AND fence = $2 AND ended_at IS NULL',
      [id, fence, outcome, reason],
    );
    return count;
  }

  private async claim(mailId: string): Promise<Mail | undefined> {
    const [[mail]] = await this.dataSource.query<[Mail[], number]>(
      `UPDATE mail_outbox
       SET next_attempt_at = now() + make_interval(secs => $2), attempts = attempts + 1, fence = gen_random_uuid(), failure = NULL
       WHERE id = $1 AND ended_at IS NULL AND next_attempt_at <= now()
       RETURNING id, kind, key, created_at AS "createdAt", attempts, fence, ${this.ownColumns}`,
      [mailId, LEASE_SECONDS],
    );
    return mail;
  }

  private async renew({ id, fence }: Mail): Promise<void> {
    try {
      await this.dataSource.query(
        'UPDATE mail_outbox SET next_attempt_at = now() + make_interval(secs => $3) WHERE id = $1 AND fence = $2 AND ended_at IS NULL',
        [id, fence, LEASE_SECONDS],
      );
    } catch (error) {
      this.logger.warn({ err: error, mail_id: id }, 'The lease of a mail was not renewed');
    }
  }

  /** A new fence, so that a renewal on its way does not change when the mail is tried again. */
  private async settle(mail: Mail, { kind, reason }: MailFailure): Promise<void> {
    const delayMs = delayAfter(mail.attempts);
    if (kind !== 'retry' || delayMs === null) return this.end(mail, kind === 'retry' ? 'failed' : kind, reason);
    mailAttemptsFailed.inc();
    this.logger.warn({ mail_id: mail.id, attempts: mail.attempts, reason }, 'A mail was not sent and is tried again');
    await this.mark(() =>
      this.dataSource.query(
        `UPDATE mail_outbox SET next_attempt_at = now() + make_interval(secs => $3), failure = $4, fence = gen_random_uuid() WHERE id = $1 AND fence = $2`,
        [mail.id, mail.fence, delayMs / 1_000, reason],
      ),
    );
  }

  private async end(mail: Mail, outcome: Outcome, reason: string | null): Promise<void> {
    const { id, kind } = mail;
    const ended = await this.mark(() =>
      outcome === 'bounced' ? this.bounce(mail, reason) : this.endAs(mail, outcome, reason),
    );
    if (ended !== 1) return;
    mailsTotal.inc({ outcome });
    this.logger.info({ mail_id: id, kind, outcome, ...(reason !== null && { reason }) }, 'A mail has ended');
  }

  private mark<Result>(ask: () => Promise<Result>): Promise<Result> {
    return retryDuringOutage(ask, {
      forMs: MARK_WITHIN_MS,
      message: 'How a mail ended could not be written yet',
      logger: this.logger,
    });
  }
}
