import { escapeHtml } from './escape-html';

/** Blank lines separate paragraphs, and other newlines become line breaks. */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|(?<!\n)\n+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br />')}</p>`)
    .join('\n');
}
