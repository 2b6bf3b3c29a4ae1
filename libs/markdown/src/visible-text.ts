import { DomUtils } from 'htmlparser2';
import { prefixId } from './heading-ids';
import { identifyHeadings } from './headings';
import { isHidingStyle, isWhite } from './hiding-style';
import { type Element, parseHtml, type Tree } from './html-tree';
import { withoutInvisible } from './invisible-characters';
import { markdownToHtml } from './markdown-to-html';

export interface Section {
  title: string;
  headingId: string | null;
}

export interface VisibleText {
  text: string;
  /** Only the first of sections with the same title. */
  sections: Section[];
  images: string[];
}

type Node = Tree['children'][number];

const TITLE_LENGTH = 120;
const HEADING_ID_LENGTH = 300;

const HIDING_CLASS = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden|d-none|invisible)(?:\s|$)/i;

const BLOCKS = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);

export function visibleText(markdown: string): VisibleText {
  const writer = new Writer();
  const tree = parseHtml(markdownToHtml(markdown));
  identifyHeadings(tree);
  for (const node of tree.children) writer.write(node, '');
  return writer.finish();
}

class Writer {
  private readonly pieces: string[] = [];
  private readonly sections = new Map<string, Section>();
  private readonly images: string[] = [];

  finish(): VisibleText {
    const text = withoutInvisible(this.pieces.join(''));
    const lines = text.split('\n').map((line) => line.trimEnd());
    return {
      text: lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      sections: [...this.sections.values()],
      images: this.images,
    };
  }

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
    if (title !== null && title !== '' && !this.sections.has(title))
      this.sections.set(title, { title, headingId: headingIdOf(node) });
    const mark = markOf(node);
    if (mark !== '') this.pieces.push(lead + mark);
    const inner = node.name === 'blockquote' ? `${lead}> ` : node.name === 'li' ? `${lead}  ` : lead;
    for (const child of node.children) this.write(child, inner);
    if (node.name === 'td' || node.name === 'th') this.pieces.push(' | ');
  }

  private writeCode(node: Element, lead: string): void {
    const code = visibleContent(node).replace(/\n$/, '');
    this.writeBlock(() =>
      this.pieces.push([`${lead}\`\`\``, ...code.split('\n').map((line) => lead + line), `${lead}\`\`\``].join('\n')),
    );
  }

  private writeImage({ attribs }: Element): void {
    this.images.push(
      withoutInvisible(attribs.alt ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
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

export const titleOf = (heading: Element) =>
  [...withoutInvisible(visibleContent(heading)).replace(/\s+/g, ' ').trim()].slice(0, TITLE_LENGTH).join('');

function headingIdOf({ attribs }: Element): string | null {
  const id = prefixId(attribs.id ?? '');
  return id.length > HEADING_ID_LENGTH ? null : id;
}

function visibleContent(node: Node): string {
  if (DomUtils.isText(node)) return node.data;
  return DomUtils.isTag(node) && !isHidden(node) ? node.children.map(visibleContent).join('') : '';
}

/** Returns whether its author meant to hide it, even if some pages show it. */
function isHidden({ name, attribs }: Element): boolean {
  if ('hidden' in attribs || HIDING_CLASS.test(attribs.class ?? '')) return true;
  if (name === 'font' && isWhite(attribs.color ?? '')) return true;
  return attribs.style !== undefined && isHidingStyle(attribs.style);
}
