import { escapeHtml } from './escape-html';

/** A plain text as HTML: empty lines part paragraphs, other line ends stay line ends, and nothing in it is markup. */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|(?<!\n)\n+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br />')}</p>`)
    .join('\n');
}
