import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedMail as Claimed, mailEnvelope, type MailMaterial, type MailMessage } from '@shipyard/mail';
import { plannedOnce } from '@shipyard/platform/database';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../../config';
import { MailOptOut } from '../opt-out/mail-opt-out.service';
import { GUARDIAN_STEPS, isGuardianKind, isLinkedKind, isSecurityKind, type MailKind } from '../outbox/mail-kinds';
import { MailLinks } from '../outbox/mail-links';
import { MAIL_LOCALES, type MailFacts, type MailLocale, STAFF_CHANGES } from '../templates/mail-words';
import { renderMail } from '../templates/render-mail';
import { pageOf } from './mail-pages';
import { type Counts, isNothing, type MailStanding, mayName, reasonToDrop, waitingFor } from './mail-rules';

export interface ClaimedMail extends Claimed {
  accountId: string;
  projectId: string | null;
  kind: MailKind;
  data: Record<string, unknown>;
}

interface ReaderRow extends MailStanding {
  email: string;
  handle: string;
  guardianEmail: string | null;
  /** The language of their forms. Null: they have sent none. */
  guardianLocale: MailLocale | null;
  newEmail: string | null;
  isEmailTaken: boolean;
  displayName: string;
  locale: MailLocale;
  roles: string[];
  projectName: string | null;
  projectSlug: string | null;
  interviewQuestions: number | null;
  prizeName: string | null;
  isPrizeSent: boolean;
  reason: string | null;
  carrier: string | null;
  tracking: string | null;
  staffHandle: string | null;
  changedBy: string | null;
}

/** What a mail of this kind quotes is the reason of this move. */
const QUOTED: Partial<Record<MailKind, string>> = {
  changes_requested: 'request_changes',
  rejected: 'reject',
  reship: 'reship',
};

/** Makes each message from the rows as they are now. */
@Injectable()
export class MailMaterialService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: MailLinks,
    private readonly optOut: MailOptOut,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  async make(mail: ClaimedMail): Promise<MailMaterial> {
    const reader = await this.read(mail);
    if (!reader) return { dropped: 'no account' };
    const dropped = reasonToDrop(mail.kind, mail.data, reader);
    if (dropped !== null) return { dropped };
    const { kind } = mail;
    const isRecommended = mail.data.state === 'recommended';
    const hasInterview = (reader.interviewQuestions ?? 0) > 0;
    const path = pageOf(kind, {
      slug: reader.projectSlug ?? '',
      hasInterview: isRecommended && hasInterview,
      isPrizeSent: reader.isPrizeSent,
    });
    const url = isLinkedKind(kind) ? await this.links.of(kind, mail) : this.config.SUBMISSION_PUBLIC_URL + path;
    if (url === null) return { dropped: 'no longer true' };
    const waiting = waitingFor(reader.roles, kind === 'staff_digest' ? await this.count() : NOTHING);
    if (kind === 'staff_digest' && isNothing(waiting)) return { dropped: 'nothing waits' };
    const facts: MailFacts = {
      ...reader,
      projectName: reader.projectName ?? '',
      guardianStep: GUARDIAN_STEPS.find((step) => step === mail.data.step) ?? 'agree',
      childHandle: reader.handle,
      staffChange: STAFF_CHANGES.find((change) => change === mail.data.change) ?? 'granted',
      staffRoles: typeof mail.data.roles === 'string' ? mail.data.roles : '',
      staffHandle: reader.staffHandle ?? '',
      changedBy: reader.changedBy ?? '',
      newEmail: reader.isConfirmed ? reader.newEmail : null,
      isRecommended,
      hasInterview,
      waiting,
      url,
    };
    return { message: this.compose(mail, reader, facts) };
  }

  private compose(mail: ClaimedMail, reader: ReaderRow, facts: MailFacts): MailMessage {
    const { id, kind, createdAt } = mail;
    const locales = localesOf(kind, reader);
    const displayName = mayName(kind, reader) ? reader.displayName : null;
    const stopUrl = `${this.config.SUBMISSION_PUBLIC_URL}/unsubscribe?token=${this.optOut.tokenFor(mail.accountId)}`;
    const envelope = mailEnvelope({
      id,
      createdAt,
      locale: locales.join(', '),
      from: this.config.MAIL_FROM,
      to: addressOf(kind, reader),
    });
    return {
      ...renderMail({ kind, locales, displayName, facts, stopUrl }),
      ...envelope,
      headers: {
        ...envelope.headers,
        ...(!isSecurityKind(kind) && {
          'List-Unsubscribe': { prepared: true, foldLines: true, value: `<${stopUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
  }

  private async read({ id, accountId, projectId, kind, data }: ClaimedMail): Promise<ReaderRow | undefined> {
    const [interviewId, staffId, changedBy] = [data.interviewId, data.account_id, data.changed_by].map((id) =>
      typeof id === 'string' ? id : null,
    );
    const [row] = await this.dataSource.query<ReaderRow[]>(
      plannedOnce(`SELECT account.email, account.handle, guardian.email AS "guardianEmail", guardian.locale AS "guardianLocale", change.new_email AS "newEmail",
         EXISTS (SELECT FROM accounts other WHERE lower(other.email) = lower(change.new_email) AND other.id <> account.id) AS "isEmailTaken",
         account.display_name AS "displayName", account.locale, account.roles,
         account.email_confirmed_at IS NOT NULL AS "isConfirmed", account.mail_bounced_at IS NOT NULL AS "hasBounced",
         account.mail_opt_out AS "hasOptedOut", account.suspended_at IS NOT NULL AS "isSuspended",
         staff.handle AS "staffHandle", changed_by.handle AS "changedBy",
         project.state, project.name AS "projectName", project.slug AS "projectSlug",
         program.interview_questions AS "interviewQuestions", program.prize_name AS "prizeName",
         coalesce(program.prize_hardware, false) AS "isPrizeSent",
         EXISTS (SELECT FROM mail_outbox newer WHERE newer.project_id = project.id AND newer.id > $3) AS "isSuperseded",
         EXISTS (SELECT FROM interviews WHERE interviews.id = $5 AND superseded_at IS NULL) AS "isInterviewCurrent",
         (SELECT entry.reason FROM audit_entries entry WHERE entry.project_id = project.id AND entry.action = $4
          ORDER BY entry.id DESC LIMIT 1) AS reason,
         parcel.carrier, parcel.tracking
       FROM accounts account
         LEFT JOIN guardians guardian ON guardian.account_id = account.id
         LEFT JOIN email_changes change ON change.account_id = account.id
         LEFT JOIN projects project ON project.id = $2 AND project.owner_id = account.id
         LEFT JOIN programs program ON program.id = project.program_id
         LEFT JOIN LATERAL (
           SELECT parcels.carrier, parcels.tracking FROM parcels WHERE parcels.project_id = project.id ORDER BY parcels.id DESC LIMIT 1
         ) parcel ON true
         LEFT JOIN accounts staff ON staff.id = $6
         LEFT JOIN accounts changed_by ON changed_by.id = $7
       WHERE account.id = $1`),
      [accountId, projectId, id, QUOTED[kind] ?? '', interviewId, staffId, changedBy],
    );
    return row;
  }

  private async count(): Promise<Counts> {
    const [counts] = await this.dataSource.query<Counts[]>(
      `SELECT count(*) FILTER (WHERE state = 'recommended')::integer AS recommended,
         count(*) FILTER (WHERE state = 'interviewing')::integer AS interviewing,
         count(*) FILTER (WHERE state = 'shipment_submitted')::integer AS shipments,
         (SELECT count(*)::integer FROM reports WHERE closed_at IS NULL) AS reports
       FROM projects WHERE state IN ('recommended', 'interviewing', 'shipment_submitted')`,
    );
    return counts ?? NOTHING;
  }
}

/** Nobody knows what a guardian reads before they have used their page: then the mail says all in both languages. */
function localesOf(kind: MailKind, { locale, guardianLocale }: ReaderRow): [MailLocale, ...MailLocale[]] {
  if (!isGuardianKind(kind)) return [locale];
  return guardianLocale === null ? [locale, ...MAIL_LOCALES.filter((other) => other !== locale)] : [guardianLocale];
}

/** Guardians and new mailboxes have an address of their own. */
function addressOf(kind: MailKind, { email, guardianEmail, newEmail }: ReaderRow): string {
  if (isGuardianKind(kind)) return guardianEmail ?? '';
  return kind === 'email_change_new' ? (newEmail ?? '') : email;
}

const NOTHING: Counts = { recommended: 0, interviewing: 0, shipments: 0, reports: 0 };
