import { DocumentTooDeep, isTag, parseHtml, type Tree, writeHtml } from './html-tree';
import { PlainText } from './plain-text';
import { sanitize } from './sanitize';

const ROUNDS = 8;
/** Small pieces need less garbage collection, but each call leaves garbage for a full collection. */
const PIECE_NODES = 1_000;
/** A piece may end only after one of these. After any other element a parser may have to reopen a tag. */
const PIECE_ENDS = new Set([
  'blockquote',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);

/**
 * Repeats until a browser reads the output exactly as meant, because removals can move elements out of the document.
 */
export function safeHtml(tree: Tree): { html: string; text: string } {
  return inPieces(tree) ?? whole(writeHtml(tree.children));
}

/** Null unless each piece parses back unchanged. Then the whole document must be sanitized together. */
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
