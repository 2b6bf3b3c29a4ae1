import { DomUtils } from 'htmlparser2';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { identifyHeadings } from './headings';
import { closest, DocumentTooDeep, type Element, findAll, isTag, isText, parseHtml, type Tree } from './html-tree';
import { imageKey, type ImageTarget, imageTarget, MODE_FRAGMENT } from './image-target';
import { markdownToHtml } from './markdown-to-html';
import { safeHtml } from './safe-html';
import { replaceShortcodes } from './shortcodes';
import { formatSrcset, parseSrcset } from './srcset';

export { DocumentTooDeep } from './html-tree';

/** Raise it when the output changes, so that stored documents are rendered again. */
export const RENDERER_VERSION = 5;

/** A few bytes of Markdown can produce much HTML, and every visitor downloads it. */
const HTML_LIMIT_BYTES = 2 * 1024 * 1024;

export class HtmlTooLarge extends Error {}

const HEAD_MARK = /\[head\]|［head］|【head】/i;
const HEAD_WORD = /^\s*head\s*$/i;

export interface ImageReference {
  written: string;
  target: ImageTarget;
  isHead: boolean;
  /** False for a candidate of a `<picture>`, which counts as an image only if a browser picks it. */
  isImage: boolean;
}

export interface ShownImage {
  url: string;
  width: number;
  height: number;
}

/**
 * Renders a Markdown document to HTML:
 * 1. Convert Markdown to HTML. Users' own HTML stays as written.
 * 2. Parse the HTML as browsers do, so that images are found in every form.
 * 3. List the `images`. The caller looks up each of them.
 * 4. `render` writes URLs, ids and heading levels into the tree. The sanitizer runs last.
 */
export class MarkdownDocument {
  private readonly html: string;
  private parsed: Tree | null = null;

  constructor(markdown: string) {
    this.html = orTooDeep(() => markdownToHtml(markdown));
  }

  get images(): ImageReference[] {
    this.parsed ??= parseHtml(this.html);
    return imageElements(this.parsed).flatMap((element): ImageReference[] => {
      const { src = '', srcset = '', alt = '' } = element.attribs;
      if (element.name === 'img') {
        return [
          { written: src, target: imageTarget(src), isHead: HEAD_MARK.test(alt) || HEAD_WORD.test(alt), isImage: true },
        ];
      }
      return parseSrcset(srcset).map(({ url }) => ({
        written: url,
        target: imageTarget(url),
        isHead: false,
        isImage: false,
      }));
    });
  }

  /** `shown` returns null to drop an image of ours, and with `isProxied` to make another host's image a link. */
  render(shown: (target: ImageTarget) => ShownImage | null, isProxied = false): string {
    return this.renderWithText(shown, isProxied).html;
  }

  /** Throws HtmlTooLarge. */
  renderWithText(shown: (target: ImageTarget) => ShownImage | null, isProxied = false): { html: string; text: string } {
    const tree = this.parsed ?? parseHtml(this.html);
    this.parsed = null;
    const gone: GoneImage[] = [];
    for (const element of imageElements(tree)) {
      if (element.name === 'img') gone.push(...showImage(element, shown, isProxied));
      else showSource(element, shown);
    }
    shiftHeadings(tree);
    // After the headings have their ids, which must not change when an image goes.
    for (const { element, alt } of gone) adapter.insertText(element, alt);
    markTaskLists(tree);
    freeStrayItems(tree);
    showEmoji(tree);
    const safe = safeHtml(tree);
    if (Buffer.byteLength(safe.html) > HTML_LIMIT_BYTES)
      throw new HtmlTooLarge(`more than ${HTML_LIMIT_BYTES} bytes of HTML`);
    return safe;
  }
}

function imageElements(tree: Tree): Element[] {
  return findAll(
    tree,
    (element) => element.name === 'img' || (element.name === 'source' && parentName(element) === 'picture'),
  );
}

function shiftHeadings(tree: Tree): void {
  for (const heading of identifyHeadings(tree)) heading.name = `h${Math.min(6, Number(heading.name.slice(1)) + 1)}`;
}

function markTaskLists(tree: Tree): void {
  for (const box of findAll(tree, ({ name }) => name === 'input')) {
    const block = box.parent && isTag(box.parent) && box.parent.name === 'p' && isFirst(box.parent) ? box.parent : box;
    const item = block.parent && isTag(block.parent) && block.parent.name === 'li' ? block.parent : null;
    const list = item && closest(item, ['ul', 'ol']);
    if (box.attribs.type?.toLowerCase() !== 'checkbox') DomUtils.removeElement(box);
    else if (list && isFirst(box) && isFirst(block)) {
      item.attribs.class = 'task-list-item';
      list.attribs.class = 'contains-task-list';
    }
  }
}

const isFirst = ({ prev }: Element): boolean => !prev || (isText(prev) && prev.data.trim() === '' && !prev.prev);

/** Wraps items outside a list, which would otherwise join a list of the page. */
function freeStrayItems(tree: Tree): void {
  for (const item of findAll(tree, ({ name }) => name === 'li')) if (!closest(item, ['ul', 'ol'])) item.name = 'div';
}

function showEmoji(tree: Tree): void {
  const nodes = [...tree.children];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (isText(node)) node.data = replaceShortcodes(node.data);
    else if (isTag(node) && !['code', 'pre', 'tt'].includes(node.name))
      for (const child of node.children) nodes.push(child);
  }
}

function orTooDeep<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentTooDeep('nested too deeply', { cause: error });
    throw error;
  }
}

/** An image of ours that was withdrawn or removed. Its alternative text is shown. */
interface GoneImage {
  element: Element;
  alt: string;
}

function showImage(
  element: Element,
  shown: (target: ImageTarget) => ShownImage | null,
  isProxied: boolean,
): GoneImage[] {
  const { attribs } = element;
  const alt = HEAD_WORD.test(attribs.alt ?? '') ? '' : (attribs.alt ?? '').replace(HEAD_MARK, '').trim();
  attribs.alt = alt;
  const target = imageTarget(attribs.src ?? '');
  if (target.kind === 'remote' && !isProxied) {
    attribs.src = target.url;
    return [];
  }
  const image = ['relative', 'stored', 'remote'].includes(target.kind) ? shown(target) : null;
  if (!image) {
    if (target.kind === 'remote' || target.kind === 'insecure') becomeLink(element, target.url, alt);
    else if (alt === '' || imageKey(target) === null) DomUtils.removeElement(element);
    else {
      Object.assign(element, { name: 'span', attribs: {} });
      return [{ element, alt }];
    }
    return [];
  }
  attribs.src = image.url + (MODE_FRAGMENT.exec(attribs.src ?? '')?.[0] ?? '');
  // If the author gave one dimension only, the other one should scale.
  if (attribs.width === undefined && attribs.height === undefined)
    Object.assign(attribs, { width: String(image.width), height: String(image.height) });
  return [];
}

function becomeLink(element: Element, url: string, alt: string): void {
  element.name = closest(element, ['a']) ? 'span' : 'a';
  element.attribs = { href: url };
  adapter.insertText(element, alt || url);
}

function showSource(element: Element, shown: (target: ImageTarget) => ShownImage | null): void {
  const candidates = parseSrcset(element.attribs.srcset ?? '').flatMap(({ url, descriptor }) => {
    const target = imageTarget(url);
    // The sanitizer drops sources of other hosts.
    const image = target.kind === 'relative' || target.kind === 'stored' ? shown(target) : null;
    return image ? [{ url: image.url, descriptor }] : [];
  });
  element.attribs.srcset = formatSrcset(candidates);
}

const parentName = ({ parent }: Element) => (parent && isTag(parent) ? parent.name : null);
