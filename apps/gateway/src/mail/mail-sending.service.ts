import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedMail, mailEnvelope, type MailMaterial, MailSender } from '@shipyard/mail';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { CONFIG, LOGGER, type WorkerConfig } from '../config';
import type { MailLanguage } from './mail-languages';
import { factsOf, isAlertKind, renderAlert } from './render-alert';

interface GatewayMail extends ClaimedMail {
  address: string;
  eventId: string | null;
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
    super(dataSource, route, logger, 'address, event_id AS "eventId"');
  }

  protected async make(mail: GatewayMail): Promise<MailMaterial> {
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
