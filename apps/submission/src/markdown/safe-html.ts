import { DocumentTooDeep, parseHtml, type Tree, writeHtml } from './html-tree';
import { sanitize } from './sanitize';

/** Far more than any document was seen to need. */
const ROUNDS = 8;

/**
 * Puts a tree through the sanitizer, and again until browsers read in what it wrote exactly what it meant. Taking elements away can leave
 * others where browsers would not have them (an item in an item, a link in a link): they would move them, close what was never opened
 * here, and so reach out of the document into the page round it.
 */
export function safeHtml(tree: Tree): string {
  let html = sanitize(writeHtml(tree));
  for (let round = 0; round < ROUNDS; round++) {
    const read = writeHtml(parseHtml(html));
    if (read === html) return html;
    html = sanitize(read);
  }
  throw new DocumentTooDeep('nested in a way that no reader agrees on');
}
