import { escapeHtml } from './escape-html';

/**
 * Returns plain text as HTML. Blank lines separate paragraphs, other newlines become line breaks, and markup is
 * escaped.
 */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|(?<!\n)\n+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br />')}</p>`)
    .join('\n');
}
