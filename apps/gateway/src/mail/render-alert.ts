import { composeMail, type ComposedMail, type MailWords } from '@shipyard/mail';
import type { MailLanguage } from './mail-languages';
import { ENGLISH } from './words/mail.en';
import { CHINESE } from './words/mail.zh-cn';

/** The data of an event, as webhooks get it. */
export type AlertFacts = Readonly<Record<string, string | number | null>>;

/** The events of webhooks. */
export const ALERT_KINDS = [
  'balance.low',
  'budget.80',
  'budget.100',
  'key.expiring',
  'statement.ready',
  'image_task.finished',
  'supplier.failing',
  'supplier.drift',
  'losses.high',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const isAlertKind = (kind: string): kind is AlertKind => ALERT_KINDS.some((alert) => alert === kind);

export interface AlertCatalogue {
  colon: string;
  greeting: string;
  customer: string;
  /** Why a customer gets it. */
  why: string;
  /** Why an operator gets it. */
  whyOperator: string;
  alerts: Readonly<Record<AlertKind, (facts: AlertFacts) => MailWords>>;
}

export const CATALOGUES: Readonly<Record<MailLanguage, AlertCatalogue>> = { en: ENGLISH, 'zh-CN': CHINESE };

interface AlertToRender {
  kind: AlertKind;
  language: MailLanguage;
  facts: AlertFacts;
  /** Null: the reader is an operator. */
  customerName: string | null;
}

export function renderAlert({ kind, language, facts, customerName }: AlertToRender): ComposedMail {
  const { colon, greeting, customer, why, whyOperator, alerts } = CATALOGUES[language];
  const words = alerts[kind](facts);
  return composeMail({
    words: { ...words, rows: [[customer, customerName], ...(words.rows ?? [])] },
    locale: language,
    colon,
    greeting: [greeting],
    sender: 'Shipyard',
    end: [customerName === null ? whyOperator : why],
    stop: null,
  });
}

/** Keeps what is a word or a number. */
export const factsOf = (data: object): AlertFacts =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
