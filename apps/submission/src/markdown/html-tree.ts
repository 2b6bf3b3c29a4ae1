import { DomUtils } from 'htmlparser2';
import { html as vocabulary, Parser } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { escapeHtml } from './escape-html';
import { NON_TEXT_TAGS } from './sanitize';

export type Tree = Htmlparser2TreeAdapterMap['parentNode'];
export type Element = Htmlparser2TreeAdapterMap['element'];
type Node = Htmlparser2TreeAdapterMap['childNode'];

/** The document cannot be rendered: it is nested too deeply. */
export class DocumentTooDeep extends Error {}

const DEPTH_LIMIT = 500;
const REPAIR_LIMIT = 20;
/** Up to their end tag these hold nothing but text; without one they swallow the rest of the document. */
const RAW_TEXT = new Set(['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp']);
/** What is no part of a document goes with all that is in it. */
const FOREIGN = new Set(['math', 'svg']);
const REMOVED = new Set([...NON_TEXT_TAGS, ...FOREIGN, 'select']);
/** These end without a tag of their own. */
const UNCLOSED_AT_WILL = new Set(['option']);
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/**
 * Reads HTML as a browser will in the middle of a page, and drops what is no part of a document. An element of that kind which is never
 * closed would take all that follows with it: its tag is shown as text, as GitHub shows it.
 */
export function parseHtml(html: string): Tree {
  const tree = parseDiv(html);
  // Knowing where each element stands takes as much again, and most documents need none of it.
  const whole = hasAny(tree, REMOVED) ? parseRepaired(html) : tree;
  for (const element of findAll(whole, ({ name }) => REMOVED.has(name))) DomUtils.removeElement(element);
  return whole;
}

/** As the sanitizer writes it, so that the two can be compared. */
export function writeHtml({ children }: { children: readonly Node[] }): string {
  return children.map(writeNode).join('');
}

/** In document order. */
export const findAll = (tree: Tree, test: (element: Element) => boolean) => DomUtils.findAll(test, tree.children);

export function closest(element: Element, names: readonly string[]): Element | null {
  for (let { parent } = element; parent && DomUtils.isTag(parent); { parent } = parent) if (names.includes(parent.name)) return parent;
  return null;
}

const hasAny = (tree: Tree, names: ReadonlySet<string>) => DomUtils.existsOne(({ name }) => names.has(name), tree.children);

function parseRepaired(html: string): Tree {
  let source = html;
  for (let repairs = 0; ; repairs++) {
    const tree = parseDiv(source, true);
    const unclosed = findAll(tree, (element) => REMOVED.has(element.name) && !UNCLOSED_AT_WILL.has(element.name) && isUnclosed(element, source));
    if (unclosed.length === 0 || repairs === REPAIR_LIMIT) return tree;
    source = showTags(source, unclosed);
  }
}

function parseDiv(html: string, sourceCodeLocationInfo = false): Tree {
  const context = adapter.createElement('div', vocabulary.NS.HTML, []);
  const parser = Parser.getFragmentParser<Htmlparser2TreeAdapterMap>(context, { treeAdapter: adapter, scriptingEnabled: false, sourceCodeLocationInfo });
  parser.tokenizer.write(html, true);
  // Its getFragment() takes time by the square of the number of blocks: it moves each out of this root, from the front.
  const root = adapter.getFirstChild(parser.document);
  if (!root || !DomUtils.hasChildren(root)) throw new Error('A fragment has a root');
  assertShallow(root.children);
  return root;
}

function isUnclosed({ name, sourceCodeLocation: location }: Element, source: string): boolean {
  if (!location || location.endTag) return false;
  // `<svg/>` is whole.
  return !(FOREIGN.has(name) && location.startTag && source[location.startTag.endOffset - 2] === '/');
}

/** Makes text of the start tags of these elements, and of those after them that they hid. */
function showTags(source: string, elements: Element[]): string {
  const hidden = elements.find(({ name }) => RAW_TEXT.has(name));
  const starts = elements.flatMap(({ sourceCodeLocation }) => sourceCodeLocation?.startOffset ?? []).sort((a, b) => a - b);
  let shown = '';
  let from = 0;
  for (const start of starts) {
    shown += `${source.slice(from, start)}&lt;`;
    from = start + 1;
  }
  const rest = source.slice(from);
  return shown + (hidden ? rest.replace(new RegExp(`<(?=${hidden.name}[\\s/>])`, 'gi'), '&lt;') : rest);
}

function assertShallow(children: readonly Node[]): void {
  const levels = children.map((node) => ({ node, depth: 1 }));
  for (let level = levels.pop(); level; level = levels.pop()) {
    if (level.depth > DEPTH_LIMIT) throw new DocumentTooDeep('nested too deeply');
    if (!('children' in level.node)) continue;
    for (const node of level.node.children) levels.push({ node, depth: level.depth + 1 });
  }
}

function writeNode(node: Node): string {
  if (DomUtils.isText(node)) return escapeHtml(node.data).replace(/&quot;/g, '"');
  if (!DomUtils.isTag(node)) return '';
  const attributes = Object.entries(node.attribs).map(([name, value]) => writeAttribute(name, value));
  const start = `<${node.name}${attributes.join('')}`;
  if (VOID.has(node.name)) return `${start} />`;
  const content = writeHtml(node);
  // A reader drops the first line end.
  return `${start}>${node.name === 'pre' && content.startsWith('\n') ? '\n' : ''}${content}</${node.name}>`;
}

function writeAttribute(name: string, value: string): string {
  return value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
}
