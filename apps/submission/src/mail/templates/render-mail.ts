import { escapeHtml } from '@shipyard/markdown';
import { isGuardianKind, isLinkedKind, isSecurityKind, type MailKind } from '../outbox/mail-kinds';
import type { Line, MailCatalogue, MailFacts, MailLocale, MailWords } from './mail-words';
import { ENGLISH } from './words.en';
import { CHINESE } from './words.zh-cn';

export const CATALOGUES: Readonly<Record<MailLocale, MailCatalogue>> = { en: ENGLISH, 'zh-CN': CHINESE };

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailToRender {
  kind: MailKind;
  locale: MailLocale;
  /** Null if the reader may be a stranger to the account: its name is what anybody wrote. */
  displayName: string | null;
  facts: MailFacts;
  /** Where the reader stops all mail but security mail. */
  stopUrl: string;
}

export function renderMail({ kind, locale, displayName, facts, stopUrl }: MailToRender): RenderedMail {
  const catalogue = CATALOGUES[locale];
  const words = catalogue.kinds[kind](facts);
  const page: Page = {
    words,
    locale,
    colon: catalogue.colon,
    greeting: catalogue.greeting(displayName),
    end: endOf(kind, catalogue),
    stop: isSecurityKind(kind) ? null : { label: catalogue.stop, url: stopUrl },
  };
  return { subject: words.subject, text: toText(page), html: toHtml(page) };
}

function endOf(kind: MailKind, { ignore, why, whyGuardian }: MailCatalogue): readonly string[] {
  if (isGuardianKind(kind)) return [whyGuardian];
  return [isLinkedKind(kind) ? ignore : why];
}

interface Page {
  words: MailWords;
  locale: MailLocale;
  colon: string;
  greeting: Line;
  end: readonly string[];
  stop: { label: string; url: string } | null;
}

const toLine = (line: string | Line): Line => (typeof line === 'string' ? [line] : line);
const plain = (line: string | Line) =>
  toLine(line)
    .map((piece) => (typeof piece === 'string' ? piece : piece.theirs))
    .join('');
const filled = ({ rows = [] }: MailWords) =>
  rows.flatMap(([label, value]) =>
    value === null || value === 0 || value === '' ? [] : [[label, String(value)] as const],
  );

function toText({ words, colon, greeting, end, stop }: Page): string {
  const rows = filled(words).map(([label, value]) => `${label}${colon}${value}`);
  const quote = words.quote?.split('\n').map((line) => `> ${line}`);
  const blocks = [
    plain(greeting),
    ...words.lines.map(plain),
    ...(quote ? [quote.join('\n')] : []),
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    ...(words.action ? [`${words.action.label}${colon.trim()}\n${words.action.url}`] : []),
    ['-- ', 'Shipyard', ...end, ...(stop ? [stop.label, stop.url] : [])].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The colors of the light scheme. Mail programs that darken mail do it by themselves. */
const LOOK = {
  wall: '#E8EADF',
  sheet: '#FCFBF7',
  line: '#C9CDBD',
  ink: '#16201B',
  secondInk: '#414D46',
  action: '#12523E',
  onAction: '#FFFFFF',
};
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif`;
const SMALL = `margin:0 0 4px;font-size:13px;line-height:20px;color:${LOOK.secondInk}`;

const html = (line: string | Line) =>
  toLine(line)
    .map((piece) => (typeof piece === 'string' ? escapeHtml(piece) : theirs(piece.theirs)))
    .join('');
const theirs = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;
const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`;

function toHtml({ words, locale, greeting, end, stop }: Page): string {
  const { subject, lines, quote, action } = words;
  const rows = filled(words).map(
    ([label, value]) =>
      `<tr><th style="padding:4px 16px 4px 0;text-align:left;font-weight:600">${escapeHtml(label)}</th><td style="padding:4px 0">${theirs(value)}</td></tr>`,
  );
  const body = [
    paragraph(html(greeting)),
    ...lines.map((line) => paragraph(html(line))),
    ...(quote
      ? [
          `<blockquote dir="auto" style="margin:0 0 16px;padding:12px 16px;border:1px solid ${LOOK.line};white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(quote)}</blockquote>`,
        ]
      : []),
    ...(rows.length > 0 ? [`<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`] : []),
    ...(action
      ? [
          paragraph(
            `<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 20px;background:${LOOK.action};color:${LOOK.onAction};font-weight:600;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a>`,
          ),
        ]
      : []),
  ];
  const footer = [
    ...end.map((line) => `<p style="${SMALL}">${escapeHtml(line)}</p>`),
    ...(stop
      ? [
          `<p style="${SMALL}"><a href="${escapeHtml(stop.url)}" style="color:${LOOK.secondInk}">${escapeHtml(stop.label.replace(/[:：]$/, ''))}</a></p>`,
        ]
      : []),
  ];
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;background:${LOOK.wall};color:${LOOK.ink};${FONT};font-size:16px;line-height:26px">`,
    `<div style="max-width:560px;margin:0 auto;padding:32px 20px">`,
    `<p style="margin:0 0 16px;padding:0 0 8px;border-bottom:2px solid ${LOOK.ink};font-weight:600">Shipyard</p>`,
    `<div style="padding:24px;background:${LOOK.sheet};overflow-wrap:anywhere"><h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...body,
    '</div>',
    `<div style="padding:16px 24px">${footer.join('\n')}</div>`,
    '</div></body></html>',
    '',
  ].join('\n');
}
