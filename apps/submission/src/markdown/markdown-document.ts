import { DomUtils, parseDocument } from 'htmlparser2';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape-html';
import { HeadingIds } from './heading-ids';
import { type ImageTarget, imageTarget } from './image-target';
import { NON_TEXT_TAGS, sanitize } from './sanitize';
import { formatSrcset, parseSrcset } from './srcset';

/** Raised when what is rendered changes, so that what is stored can be rendered anew. */
export const RENDERER_VERSION = 1;

const DEPTH_LIMIT = 500;
const HEAD_MARK = /\[head\]|［head］|【head】/i;
const HEAD_WORD = /^\s*head\s*$/i;

/** An image that a document refers to. */
export interface ImageReference {
  /** As it stands in the source. */
  written: string;
  target: ImageTarget;
  /** Whether its alternative text marks it as the header image. */
  isHead: boolean;
  /** False for a candidate of a `<picture>`, which is an image of its own only where a browser picks it. */
  isImage: boolean;
}

/** What an image that is ours is shown as. */
export interface ShownImage {
  url: string;
  width: number;
  height: number;
}

/** The document cannot be rendered: it is nested too deeply. */
export class DocumentTooDeep extends Error {}

type Dom = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof DomUtils.findAll>[number];

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    // The library would encode the address; it must stay as it was written until it has met its image.
    image({ href, title, text, tokens }: Tokens.Image) {
      const alt = tokens ? this.parser.parseInline(tokens, this.parser.textRenderer) : text;
      return `<img src="${escapeQuotes(href)}" alt="${escapeQuotes(alt)}"${title ? ` title="${escapeQuotes(title)}"` : ''}>`;
    },
  },
});

/** Entities in the text stay what they are. */
const escapeQuotes = (text: string) => text.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * A Markdown document on its way to HTML, in this order:
 * 1. Markdown becomes HTML, in which users' own HTML stands as they wrote it;
 * 2. an HTML parser makes a tree of all of it, so that images are found in whatever form they were written;
 * 3. `images` tells them, and the caller finds out what each stands for;
 * 4. `render` writes the addresses, ids and levels into the tree and puts the whole through the sanitizer, last.
 */
export class MarkdownDocument {
  private readonly html: string;

  constructor(markdown: string) {
    this.html = orTooDeep(() => marked.parse(markdown, { async: false }));
  }

  /** In document order. */
  get images(): ImageReference[] {
    return imageElements(this.parse()).flatMap((element): ImageReference[] => {
      const { src = '', srcset = '', alt = '' } = element.attribs;
      if (element.name === 'img') {
        return [{ written: src, target: imageTarget(src), isHead: HEAD_MARK.test(alt) || HEAD_WORD.test(alt), isImage: true }];
      }
      return parseSrcset(srcset).map(({ url }) => ({ written: url, target: imageTarget(url), isHead: false, isImage: false }));
    });
  }

  /** Safe HTML. `shown` says what our own images are shown as; null drops one. */
  render(shown: (target: ImageTarget) => ShownImage | null): string {
    const dom = this.parse();
    for (const element of imageElements(dom)) {
      if (element.name === 'img') showImage(element, shown);
      else showSource(element, shown);
    }
    shiftHeadings(dom);
    markTaskLists(dom);
    freeStrayParts(dom);
    return sanitize(DomUtils.getOuterHTML(dom));
  }

  private parse(): Dom {
    const dom = parseDocument(this.html);
    assertShallow(dom);
    findAll(dom, ({ name }) => NON_TEXT_TAGS.includes(name)).forEach((element) => DomUtils.removeElement(element));
    return dom;
  }
}

const findAll = (dom: Dom, test: (element: Element) => boolean) => DomUtils.findAll(test, dom.children);

function imageElements(dom: Dom): Element[] {
  return findAll(dom, (element) => element.name === 'img' || (element.name === 'source' && parentName(element) === 'picture'));
}

/** The page owns h1. */
function shiftHeadings(dom: Dom): void {
  const ids = new HeadingIds();
  for (const heading of findAll(dom, ({ name }) => /^h[1-6]$/.test(name))) {
    heading.name = `h${Math.min(6, Number(heading.name.slice(1)) + 1)}`;
    const id = ids.next(DomUtils.textContent(heading));
    heading.attribs.id ||= id;
  }
}

function markTaskLists(dom: Dom): void {
  for (const box of findAll(dom, ({ name }) => name === 'input')) {
    const item = closest(box, ['li']);
    if (item?.children.find((child) => DomUtils.isTag(child)) !== box) continue;
    item.attribs.class = 'task-list-item';
    const list = closest(item, ['ul', 'ol']);
    if (list) list.attribs.class = 'contains-task-list';
  }
}

/** Parts of tables and lists outside of any would break into those of the page. */
function freeStrayParts(dom: Dom): void {
  const inTable = ['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];
  for (const element of findAll(dom, ({ name }) => name === 'li' || inTable.includes(name))) {
    const home = element.name === 'li' ? ['ul', 'ol'] : ['table'];
    if (!closest(element, home)) element.name = 'div';
  }
}

function orTooDeep<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // The stack ran out.
    if (error instanceof RangeError) throw new DocumentTooDeep('nested too deeply', { cause: error });
    throw error;
  }
}

function showImage(element: Element, shown: (target: ImageTarget) => ShownImage | null): void {
  const { attribs } = element;
  const alt = HEAD_WORD.test(attribs.alt ?? '') ? '' : (attribs.alt ?? '').replace(HEAD_MARK, '').trim();
  attribs.alt = alt;
  const target = imageTarget(attribs.src ?? '');
  if (target.kind === 'remote') {
    attribs.src = target.url;
    return;
  }
  if (target.kind === 'insecure') {
    becomeLink(element, target.url, alt);
    return;
  }
  const image = target.kind === 'dropped' || target.kind === 'invalid' ? null : shown(target);
  if (!image) {
    DomUtils.removeElement(element);
    return;
  }
  attribs.src = image.url;
  // An author who gave one side meant the other to follow.
  if (attribs.width === undefined && attribs.height === undefined) Object.assign(attribs, { width: String(image.width), height: String(image.height) });
}

function becomeLink(element: Element, url: string, alt: string): void {
  // A link in a link is none.
  element.name = closest(element, ['a']) ? 'span' : 'a';
  element.attribs = { href: url };
  for (const text of parseDocument(escapeHtml(alt || url)).children) DomUtils.appendChild(element, text);
}

function showSource(element: Element, shown: (target: ImageTarget) => ShownImage | null): void {
  const candidates = parseSrcset(element.attribs.srcset ?? '').flatMap(({ url, descriptor }) => {
    const target = imageTarget(url);
    if (target.kind === 'remote') return [{ url: target.url, descriptor }];
    const image = target.kind === 'relative' || target.kind === 'stored' ? shown(target) : null;
    return image ? [{ url: image.url, descriptor }] : [];
  });
  element.attribs.srcset = formatSrcset(candidates);
}

function assertShallow(dom: Dom): void {
  const levels = [...dom.children].map((node) => ({ node, depth: 1 }));
  for (let level = levels.pop(); level; level = levels.pop()) {
    if (level.depth > DEPTH_LIMIT) throw new DocumentTooDeep('nested too deeply');
    if (!DomUtils.isTag(level.node)) continue;
    for (const child of level.node.children) levels.push({ node: child, depth: level.depth + 1 });
  }
}

const parentName = ({ parent }: Element) => (parent && DomUtils.isTag(parent) ? parent.name : null);

function closest(element: Element, names: string[]): Element | null {
  for (let { parent } = element; parent && DomUtils.isTag(parent); { parent } = parent) if (names.includes(parent.name)) return parent;
  return null;
}
