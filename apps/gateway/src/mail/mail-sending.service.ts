import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedMail, mailEnvelope, type MailMaterial, MailSender } from '@shipyard/mail';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { CONFIG, LOGGER, type WorkerConfig } from '../config';
import type { MailLanguage } from './mail-languages';
import { memberLinkToken } from './member-link';
import { MEMBER_MAIL_KINDS } from './member-mails';
import { factsOf, isAlertKind, renderAlert } from './render-alert';
import { renderMemberMail } from './render-member-mail';

interface GatewayMail extends ClaimedMail {
  address: string;
  eventId: string | null;
  linkId: string | null;
}

interface LinkRow {
  email: string;
  customerName: string;
  language: MailLanguage;
}

interface EventRow {
  type: string;
  data: object;
  customerName: string | null;
  language: MailLanguage | null;
  mailTo: string[] | null;
}

@Injectable()
export class MailSendingService extends MailSender<GatewayMail> {
  constructor(
    dataSource: DataSource,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    // The files in DATA_DIR/mail are the submission service's.
    const route = { server: config.SMTP_URL, folder: path.join(config.DATA_DIR, 'gateway-mail') };
    super(dataSource, route, logger, 'address, event_id AS "eventId", link_id AS "linkId"');
  }

  protected make(mail: GatewayMail): Promise<MailMaterial> {
    return mail.linkId === null ? this.makeAlert(mail) : this.makeLink(mail, mail.linkId);
  }

  /** The token of the link is made here, so no row holds it. */
  private async makeLink(mail: GatewayMail, linkId: string): Promise<MailMaterial> {
    const [link] = await this.dataSource.query<LinkRow[]>(FIND_LINK, [linkId]);
    const kind = MEMBER_MAIL_KINDS.find((each) => each === mail.kind);
    if (!link || link.email !== mail.address || kind === undefined) return { dropped: 'no link' };
    const token = memberLinkToken(linkId, this.config.URL_SIGNING_KEYS);
    const url = `${this.config.publicUrl.replace(/\/$/, '')}/usage/password?token=${token}`;
    const { language, customerName } = link;
    return {
      message: {
        ...renderMemberMail({ kind, language, customerName, url }),
        ...mailEnvelope({ ...mail, locale: language, from: this.config.MAIL_FROM, to: mail.address }),
      },
    };
  }

  private async makeAlert(mail: GatewayMail): Promise<MailMaterial> {
    const [event] = await this.dataSource.query<EventRow[]>(FIND_EVENT, [mail.eventId]);
    if (!event || !isAlertKind(event.type)) return { dropped: 'no event' };
    const { type: kind, data, customerName } = event;
    const mailTo = event.mailTo ?? this.config.OPERATOR_MAIL_TO;
    if (!mailTo.includes(mail.address)) return { dropped: 'no longer wanted' };
    const language = event.language ?? this.config.OPERATOR_MAIL_LANGUAGE;
    return {
      message: {
        ...renderAlert({ kind, language, facts: factsOf(data), customerName }),
        ...mailEnvelope({ ...mail, locale: language, from: this.config.MAIL_FROM, to: mail.address }),
      },
    };
  }
}

const FIND_EVENT = `
  SELECT event.type, event.data, customer.name AS "customerName", customer.alert_language AS language,
    customer.alert_mail_to AS "mailTo"
  FROM webhook_events event LEFT JOIN customers customer ON customer.id = event.customer_id WHERE event.id = $1`;

const FIND_LINK = `
  SELECT member.email, customer.name AS "customerName", customer.alert_language AS language
  FROM member_links link JOIN customer_members member ON member.id = link.member_id JOIN customers customer ON customer.id = member.customer_id
  WHERE link.id = $1 AND link.used_at IS NULL AND link.expires_at > now()`;
