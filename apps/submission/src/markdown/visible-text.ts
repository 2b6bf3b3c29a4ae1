import { DomUtils } from 'htmlparser2';
import { type Element, parseHtml, type Tree } from './html-tree';
import { withoutInvisible } from './invisible-characters';
import { markdownToHtml } from './markdown-to-html';

/** What a reader sees of a Markdown document, as text: without what is hidden, and without addresses. */
export interface VisibleText {
  /** With the marks of headings, lists, quotes, tables and code. `[image 2]` stands for the second image. */
  text: string;
  /** Titles, in order, each once. */
  sections: string[];
  /** The words that stand for each image. */
  images: string[];
}

type Node = Tree['children'][number];

const TITLE_LENGTH = 120;

const HIDING_STYLE = new RegExp(
  [
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*(?:hidden|collapse)',
    'content-visibility\\s*:\\s*hidden',
    '(?<![\\w-])opacity\\s*:\\s*(?:0+(?:\\.0\\d*)?|\\.0\\d*|\\d%)\\s*(?:;|!|$)',
    'font-size\\s*:\\s*(?:0|0?\\.\\d+|1px|1pt)',
    '(?<![\\w-])(?:max-)?(?:height|width)\\s*:\\s*[01](?:px|em|rem|%)?\\s*(?:;|!|$)',
    '(?:text-indent|left|right|top|bottom|margin(?:-\\w+)?)\\s*:\\s*-\\d{3,}',
    'clip(?:-path)?\\s*:',
    'transform\\s*:[^;]*scale\\w*\\(\\s*0',
    '(?<![\\w-])color\\s*:\\s*(?:transparent|rgba\\([^)]*,\\s*0(?:\\.0+)?\\s*\\))',
  ].join('|'),
  'i',
);
const TEXT_COLOUR = /(?<![\w-])color\s*:\s*([^;!]+)/i;
const GROUND_COLOUR = /background(?:-color)?\s*:\s*([^;!]+)/i;
const WHITE = /^(?:white|snow|ivory|ghostwhite|whitesmoke|#(?:f[0-9a-f]){3}|#fff|rgba?\(\s*(?:2[45]\d\s*,?\s*){3}.*\)|hsla?\([^)]*\b(?:9[5-9]|100)%.*\))$/i;
const HIDING_CLASS = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden|d-none|invisible)(?:\s|$)/i;

const BLOCKS = new Set('address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(' '));

/** Rejects with DocumentTooDeep, or a RangeError, what cannot be rendered either. */
export function visibleText(markdown: string): VisibleText {
  const writer = new Writer();
  for (const node of parseHtml(markdownToHtml(markdown)).children) writer.write(node, '');
  return writer.finish();
}

class Writer {
  private readonly pieces: string[] = [];
  private readonly sections = new Set<string>();
  private readonly images: string[] = [];

  finish(): VisibleText {
    const text = withoutInvisible(this.pieces.join(''));
    const lines = text.split('\n').map((line) => line.trimEnd());
    return { text: lines.join('\n').replace(/\n{3,}/g, '\n\n').trim(), sections: [...this.sections], images: this.images };
  }

  /** `lead` stands before each line of a block. */
  write(node: Node, lead: string): void {
    if (DomUtils.isText(node)) {
      this.writeText(node.data, lead);
      return;
    }
    if (!DomUtils.isTag(node) || isHidden(node)) return;
    if (node.name === 'br') this.pieces.push(`\n${lead}`);
    else if (node.name === 'hr') this.writeBlock(() => this.pieces.push(`${lead}---`));
    else if (node.name === 'img') this.writeImage(node);
    else if (node.name === 'pre') this.writeCode(node, lead);
    else if (node.name === 'input') this.pieces.push(node.attribs.checked === undefined ? '[ ] ' : '[x] ');
    else if (BLOCKS.has(node.name)) this.writeBlock(() => this.writeElement(node, lead));
    else this.writeElement(node, lead);
  }

  private writeText(data: string, lead: string): void {
    const text = data.replace(/[^\S\u00A0]+/g, ' ');
    const starts = this.startsLine();
    if (text === ' ' && (starts || this.pieces.at(-1)?.endsWith(' '))) return;
    this.pieces.push(starts ? lead + text.trimStart() : text);
  }

  private writeElement(node: Element, lead: string): void {
    const title = /^h[1-6]$/.test(node.name) ? titleOf(node) : null;
    if (title !== null && title !== '') this.sections.add(title);
    const mark = markOf(node);
    if (mark !== '') this.pieces.push(lead + mark);
    const inner = node.name === 'blockquote' ? `${lead}> ` : node.name === 'li' ? `${lead}  ` : lead;
    for (const child of node.children) this.write(child, inner);
    if (node.name === 'td' || node.name === 'th') this.pieces.push(' | ');
  }

  private writeCode(node: Element, lead: string): void {
    const code = visibleContent(node).replace(/\n$/, '');
    this.writeBlock(() => this.pieces.push([`${lead}\`\`\``, ...code.split('\n').map((line) => lead + line), `${lead}\`\`\``].join('\n')));
  }

  private writeImage({ attribs }: Element): void {
    this.images.push(withoutInvisible(attribs.alt ?? '').replace(/\s+/g, ' ').trim());
    this.pieces.push(`[image ${this.images.length}]`);
  }

  private writeBlock(write: () => void): void {
    if (!this.startsLine()) this.pieces.push('\n');
    write();
    if (!this.startsLine()) this.pieces.push('\n');
  }

  private startsLine(): boolean {
    const last = this.pieces.at(-1);
    return last === undefined || last.endsWith('\n');
  }
}

function markOf({ name, parent }: Element): string {
  if (/^h[1-6]$/.test(name)) return `\n${'#'.repeat(Number(name.slice(1)))} `;
  if (name !== 'li') return '';
  return parent && DomUtils.isTag(parent) && parent.name === 'ol' ? '1. ' : '- ';
}

/** As a remark can cite it. */
export const titleOf = (heading: Element) => [...withoutInvisible(visibleContent(heading)).replace(/\s+/g, ' ').trim()].slice(0, TITLE_LENGTH).join('');

function visibleContent(node: Node): string {
  if (DomUtils.isText(node)) return node.data;
  return DomUtils.isTag(node) && !isHidden(node) ? node.children.map(visibleContent).join('') : '';
}

/** Whether whoever wrote it meant that nobody should see it; pages here and elsewhere may show it all the same. */
function isHidden({ name, attribs }: Element): boolean {
  if ('hidden' in attribs || HIDING_CLASS.test(attribs.class ?? '')) return true;
  if (name === 'font' && WHITE.test((attribs.color ?? '').trim())) return true;
  const style = (attribs.style ?? '').replace(/\/\*.*?(?:\*\/|$)/gs, '');
  if (style === '') return false;
  if (HIDING_STYLE.test(style)) return true;
  const colour = TEXT_COLOUR.exec(style)?.[1]?.trim();
  return colour !== undefined && (WHITE.test(colour) || colour.toLowerCase() === GROUND_COLOUR.exec(style)?.[1]?.trim().toLowerCase());
}
