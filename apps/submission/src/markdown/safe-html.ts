import { DocumentTooDeep, isTag, parseHtml, type Tree, writeHtml } from './html-tree';
import { PlainText } from './plain-text';
import { sanitize } from './sanitize';

/** Far more than any document was seen to need. */
const ROUNDS = 8;
/**
 * So much of a document is sanitized and read at a time. Small pieces cost the garbage collector less than one large tree; but each call of
 * the sanitizer leaves something that only a full collection frees.
 */
const PIECE_NODES = 1_000;
/** A piece ends behind one of these only. Behind any other element a parser could still have to reopen a tag. */
const PIECE_ENDS = new Set(['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'ol', 'p', 'pre', 'table', 'ul']);

/**
 * Puts a tree through the sanitizer, and again until browsers read in what it wrote exactly what it meant. Taking elements away can leave
 * others where browsers would not have them (an item in an item, a link in a link): they would move them, close what was never opened
 * here, and so reach out of the document into the page round it. Also returns the text that a reader sees.
 */
export function safeHtml(tree: Tree): { html: string; text: string } {
  return inPieces(tree) ?? whole(writeHtml(tree.children));
}

/**
 * The blocks of a document, some at a time. Each piece must be read as it was written at once; then nothing of it stays open, and the pieces
 * mean beside each other what they mean alone. Null if one is not: then all of them have to be looked at together.
 */
function inPieces(tree: Tree): { html: string; text: string } | null {
  const text = new PlainText();
  const pieces: string[] = [];
  let from = 0;
  for (const [index, node] of tree.children.entries()) {
    const isLast = index === tree.children.length - 1;
    if (!isLast && (index - from < PIECE_NODES || !isTag(node) || !PIECE_ENDS.has(node.name))) continue;
    const html = sanitize(writeHtml(tree.children.slice(from, index + 1)));
    const read = parseHtml(html);
    if (writeHtml(read.children) !== html) return null;
    pieces.push(html);
    text.add(read);
    from = index + 1;
  }
  return { html: pieces.join(''), text: text.finish() };
}

function whole(written: string): { html: string; text: string } {
  let html = sanitize(written);
  for (let round = 0; round < ROUNDS; round++) {
    const tree = parseHtml(html);
    const read = writeHtml(tree.children);
    if (read === html) return { html, text: new PlainText().add(tree).finish() };
    html = sanitize(read);
  }
  throw new DocumentTooDeep('nested in a way that no reader agrees on');
}
