import { DomUtils } from 'htmlparser2';
import { html as vocabulary, Parser } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { escapeHtml } from './escape-html';
import { NON_TEXT_TAGS } from './sanitize';

export type Tree = Htmlparser2TreeAdapterMap['parentNode'];
export type Element = Htmlparser2TreeAdapterMap['element'];
type Node = Htmlparser2TreeAdapterMap['childNode'];

/** Each access through the library's index is a function call, and a large document makes millions. */
export const { isTag, isText } = DomUtils;

export class DocumentTooDeep extends Error {}

const DEPTH_LIMIT = 500;
const REPAIR_LIMIT = 20;
/** These elements hold only text until their end tag. Without one they swallow the rest of the document. */
const RAW_TEXT = new Set(['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp']);
/** Removed with everything inside, because they do not belong in a document. */
const FOREIGN = new Set(['math', 'svg']);
const REMOVED = new Set([...NON_TEXT_TAGS, ...FOREIGN, 'select']);
const UNCLOSED_AT_WILL = new Set(['option']);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Parses as browsers do. An unclosed tag that would swallow the rest of the document is shown as text. */
export function parseHtml(html: string): Tree {
  const tree = parseDiv(html);
  if (removedIn(tree).length === 0) return tree;
  // Source locations double the parsing time, and most documents do not need them.
  const repaired = parseRepaired(html);
  for (const element of removedIn(repaired)) DomUtils.removeElement(element);
  return repaired;
}

export function writeHtml(nodes: readonly Node[]): string {
  const pieces: string[] = [];
  for (const node of nodes) writeNode(node, pieces);
  return pieces.join('');
}

export function findAll(tree: Tree, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if (test(node)) found.push(node);
      visit(node.children);
    }
  };
  visit(tree.children);
  return found;
}

export function closest(element: Element, names: readonly string[]): Element | null {
  for (let { parent } = element; parent && isTag(parent); { parent } = parent)
    if (names.includes(parent.name)) return parent;
  return null;
}

const removedIn = (tree: Tree) => findAll(tree, ({ name }) => REMOVED.has(name));

function parseRepaired(html: string): Tree {
  let source = html;
  for (let repairs = 0; ; repairs++) {
    const tree = parseDiv(source, true);
    const unclosed = findAll(
      tree,
      (element) => REMOVED.has(element.name) && !UNCLOSED_AT_WILL.has(element.name) && isUnclosed(element, source),
    );
    if (unclosed.length === 0 || repairs === REPAIR_LIMIT) return tree;
    source = showTags(source, unclosed);
  }
}

function parseDiv(html: string, sourceCodeLocationInfo = false): Tree {
  const context = adapter.createElement('div', vocabulary.NS.HTML, []);
  const parser = Parser.getFragmentParser<Htmlparser2TreeAdapterMap>(context, {
    treeAdapter: adapter,
    scriptingEnabled: false,
    sourceCodeLocationInfo,
  });
  parser.tokenizer.write(html, true);
  // The parser's getFragment() takes quadratic time: it moves each block out of this root, from the front.
  const root = adapter.getFirstChild(parser.document);
  if (!root || !DomUtils.hasChildren(root)) throw new Error('A fragment has a root');
  assertShallow(root.children);
  return root;
}

function isUnclosed({ name, sourceCodeLocation: location }: Element, source: string): boolean {
  if (!location || location.endTag) return false;
  // `<svg/>` needs no end tag.
  return !(FOREIGN.has(name) && location.startTag && source[location.startTag.endOffset - 2] === '/');
}

function showTags(source: string, elements: Element[]): string {
  const hidden = elements.find(({ name }) => RAW_TEXT.has(name));
  const starts = elements
    .flatMap(({ sourceCodeLocation }) => sourceCodeLocation?.startOffset ?? [])
    .sort((a, b) => a - b);
  let shown = '';
  let from = 0;
  for (const start of starts) {
    shown += `${source.slice(from, start)}&lt;`;
    from = start + 1;
  }
  const rest = source.slice(from);
  return shown + (hidden ? rest.replace(new RegExp(`<(?=${hidden.name}[\\s/>])`, 'gi'), '&lt;') : rest);
}

function assertShallow(children: readonly Node[], depth = 1): void {
  if (depth > DEPTH_LIMIT && children.length > 0) throw new DocumentTooDeep('nested too deeply');
  for (const node of children) if ('children' in node) assertShallow(node.children, depth + 1);
}

function writeNode(node: Node, pieces: string[]): void {
  if (isText(node)) {
    pieces.push(escapeText(node.data));
    return;
  }
  if (!isTag(node)) return;
  const { name, attribs, children } = node;
  let start = `<${name}`;
  for (const attribute in attribs) start += writeAttribute(attribute, attribs[attribute] ?? '');
  if (VOID.has(name)) {
    pieces.push(`${start} />`);
    return;
  }
  const place = pieces.push(`${start}>`);
  for (const child of children) writeNode(child, pieces);
  // A parser drops the first newline.
  if (name === 'pre' && firstOf(pieces, place).startsWith('\n')) pieces[place - 1] = `${start}>\n`;
  pieces.push(`</${name}>`);
}

function firstOf(pieces: readonly string[], place: number): string {
  let at = place;
  while (pieces[at] === '') at += 1;
  return pieces[at] ?? '';
}

const escapeText = (text: string) => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, escapeHtml) : text);

function writeAttribute(name: string, value: string): string {
  return value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
}
