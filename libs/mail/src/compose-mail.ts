import { escapeHtml } from '@shipyard/markdown/escape-html';

/** Text that others wrote. HTML escapes it and isolates its direction. */
export interface TheirText {
  theirs: string;
}

export type Line = readonly (string | TheirText)[];

export interface MailWords {
  /** Names nobody and no project, because subjects are shown on locked screens and in logs of mail servers. */
  subject: string;
  lines: readonly (string | Line)[];
  /** What a person wrote to the reader. */
  quote?: string | null;
  rows?: readonly (readonly [label: string, value: string | number | null])[];
  action?: { label: string; url: string };
}

export interface MailPage {
  words: MailWords;
  locale: string;
  /** Between a label and what it labels. */
  colon: string;
  greeting: Line;
  /** Who sends it. */
  sender: string;
  /** Why the reader gets it. */
  end: readonly string[];
  /** Where the reader stops mail of this kind. */
  stop: { label: string; url: string } | null;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Lays a mail out, as plain text and as HTML that says the same. A mail whose reader's language is not known says all of
 * it in each, one page after the other.
 */
export function composeMail(first: MailPage, ...others: MailPage[]): ComposedMail {
  const pages = [first, ...others];
  const subject = pages.map(({ words }) => words.subject).join(' · ');
  return {
    subject,
    text: pages.map(toText).join(`\n${'='.repeat(20)}\n\n`),
    html: toHtml(subject, first.locale, pages),
  };
}

/** Marks what is interpolated as text of others. */
export function say(parts: TemplateStringsArray, ...texts: string[]): Line {
  return parts.flatMap((part, at) => {
    const theirs = texts[at];
    return theirs === undefined ? [part] : [part, { theirs }];
  });
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

function toText({ words, colon, greeting, sender, end, stop }: MailPage): string {
  const rows = filled(words).map(([label, value]) => `${label}${colon}${value}`);
  const quote = words.quote?.split('\n').map((line) => `> ${line}`);
  const blocks = [
    plain(greeting),
    ...words.lines.map(plain),
    ...(quote ? [quote.join('\n')] : []),
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    ...(words.action ? [`${words.action.label}${colon.trim()}\n${words.action.url}`] : []),
    ['-- ', sender, ...end, ...(stop ? [stop.label, stop.url] : [])].join('\n'),
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

function toHtml(subject: string, locale: string, pages: readonly MailPage[]): string {
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;background:${LOOK.wall};color:${LOOK.ink};${FONT};font-size:16px;line-height:26px">`,
    ...pages.map(pageToHtml),
    '</body></html>',
    '',
  ].join('\n');
}

function pageToHtml({ words, locale, greeting, sender, end, stop }: MailPage): string {
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
    `<div lang="${locale}" style="max-width:560px;margin:0 auto;padding:32px 20px">`,
    `<p style="margin:0 0 16px;padding:0 0 8px;border-bottom:2px solid ${LOOK.ink};font-weight:600">${escapeHtml(sender)}</p>`,
    `<div style="padding:24px;background:${LOOK.sheet};overflow-wrap:anywhere"><h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...body,
    '</div>',
    `<div style="padding:16px 24px">${footer.join('\n')}</div>`,
    '</div>',
  ].join('\n');
}
