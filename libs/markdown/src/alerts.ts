import type { Token, Tokens } from 'marked';

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
type Kind = (typeof KINDS)[number];

export const ALERT_CLASSES = ['markdown-alert', ...KINDS.map((kind) => `markdown-alert-${kind}`)];
export const ALERT_TITLE_CLASS = 'markdown-alert-title';

const MARK = /^\[!(note|tip|important|warning|caution)\][^\S\n]*(?:\n|$)/i;

/** An alert is a top-level quote with text whose first line is only `[!NOTE]` or one of the four other markers. */
export function takeAlerts(blocks: Token[]): Map<Token, Kind> {
  const alerts = new Map<Token, Kind>();
  for (const block of blocks) {
    const kind = isQuote(block) ? takeMark(block) : null;
    if (kind) alerts.set(block, kind);
  }
  return alerts;
}

export function alertHtml(kind: Kind, body: string): string {
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `<div class="markdown-alert markdown-alert-${kind}">\n<p class="${ALERT_TITLE_CLASS}">${title}</p>\n${body}</div>\n`;
}

const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote';
const isParagraph = (token?: Token): token is Tokens.Paragraph => token?.type === 'paragraph';
const isText = (token?: Token): token is Tokens.Text => token?.type === 'text';

function takeMark({ tokens }: Tokens.Blockquote): Kind | null {
  const [paragraph, ...others] = tokens;
  if (!isParagraph(paragraph)) return null;
  const [first, second, ...rest] = paragraph.tokens;
  if (!isText(first)) return null;
  const [mark, name] = MARK.exec(first.text) ?? [];
  const kind = KINDS.find((each) => each === name?.toLowerCase());
  if (mark === undefined || kind === undefined) return null;
  const text = first.text.slice(mark.length);
  const isWholeToken = text === '';
  if (isWholeToken && !mark.endsWith('\n') && second && second.type !== 'br') return null;
  const following = second && !(isWholeToken && second.type === 'br') ? [second, ...rest] : rest;
  const inline = isWholeToken ? following : [{ ...first, raw: text, text }, ...following];
  if (inline.length > 0) paragraph.tokens = inline;
  else if (others.every(({ type }) => type === 'space')) return null;
  else tokens.shift();
  return kind;
}
