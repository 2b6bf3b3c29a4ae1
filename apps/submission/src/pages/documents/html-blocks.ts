import type { ListItem, Run } from '@shipyard/pdf';
import { DomUtils, parseDocument } from 'htmlparser2';

const { isTag, isText } = DomUtils;

type Node = ReturnType<typeof parseDocument>['children'][number];
type Tag = Parameters<typeof DomUtils.getAttributeValue>[0];

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  | { kind: 'picture'; source: string; alt: string };

/** Deeper than any text for people. What is below is left out. */
const DEPTH = 40;
const HEADINGS: Readonly<Record<string, 2 | 3 | 4>> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };
const SKIPPED = new Set(['script', 'style', 'svg', 'head', 'template']);
const CONTAINERS = new Set(
  'address article aside center dd details div dl dt figcaption figure footer header li main nav p section summary'.split(
    ' ',
  ),
);

interface Look {
  face?: Run['face'];
  link?: string;
  isQuote?: boolean;
}

/** The sanitized HTML of a README or a log as what a document shows one below the other. */
export function blocksOf(html: string): Block[] {
  const reader = new BlockReader();
  reader.readAll(parseDocument(html).children, {}, 0);
  reader.close({});
  return reader.blocks;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private runs: Run[] = [];

  readAll(nodes: readonly Node[], look: Look, depth: number): void {
    for (const node of nodes) this.read(node, look, depth);
  }

  /** Ends the paragraph that is being read. */
  close({ isQuote = false }: Look): void {
    const runs = trimmed(this.runs);
    this.runs = [];
    if (runs.length > 0) this.blocks.push({ kind: isQuote ? 'quote' : 'paragraph', runs });
  }

  private read(node: Node, look: Look, depth: number): void {
    if (isText(node)) this.runs.push({ text: node.data.replace(/\s+/g, ' '), ...runLook(look) });
    if (!isTag(node) || SKIPPED.has(node.name) || depth > DEPTH) return;
    const { name, attribs, children } = node;
    const level = HEADINGS[name];
    if (level !== undefined) return this.readHeading(level, children, look, depth);
    if (CONTAINERS.has(name) || name === 'blockquote') {
      const inner = name === 'blockquote' ? { ...look, isQuote: true } : look;
      this.close(look);
      this.readAll(children, inner, depth + 1);
      return this.close(inner);
    }
    switch (name) {
      case 'br':
        return void this.runs.push({ text: '\n' });
      case 'hr':
        return this.close(look);
      case 'img':
        this.close(look);
        return void this.blocks.push({ kind: 'picture', source: attribs.src ?? '', alt: attribs.alt ?? '' });
      case 'pre':
        this.close(look);
        return void this.blocks.push({ kind: 'code', text: textOf(children).trimEnd() });
      case 'ul':
      case 'ol':
        this.close(look);
        return this.readList(node, depth);
      case 'table':
        this.close(look);
        return void this.blocks.push(tableOf(children));
      default:
        this.readAll(children, inlineLook(name, attribs, look), depth + 1);
    }
  }

  private readHeading(level: 2 | 3 | 4, children: readonly Node[], look: Look, depth: number): void {
    this.close(look);
    const { runs, blocks } = partsOf(children, depth);
    if (runs.length > 0) this.blocks.push({ kind: 'heading', level, runs: runs.map(({ text }) => ({ text })) });
    this.blocks.push(...blocks);
  }

  private readList(list: Node, depth: number): void {
    const items: ListItem[] = [];
    const after: Block[] = [];
    collectItems(list, { depth: 0, at: depth, items, after });
    if (items.length > 0) this.blocks.push({ kind: 'list', items });
    this.blocks.push(...after);
  }
}

interface Collected {
  /** How many lists stand around the list. */
  depth: number;
  /** Of the element. */
  at: number;
  items: ListItem[];
  /** What stands in an item and is no text. It follows the list. */
  after: Block[];
}

function collectItems(list: Node, { depth, at, items, after }: Collected): void {
  if (!isTag(list) || at > DEPTH) return;
  let number = Number(list.attribs.start ?? 1);
  for (const item of list.children) {
    if (!isTag(item) || item.name !== 'li') continue;
    const inner = item.children.filter((child) => isTag(child) && (child.name === 'ul' || child.name === 'ol'));
    const { runs, blocks } = partsOf(
      item.children.filter((child) => !inner.includes(child)),
      at + 1,
    );
    items.push({ runs, marker: list.name === 'ol' ? `${number}.` : '•', depth });
    number += 1;
    after.push(...blocks);
    for (const each of inner) collectItems(each, { depth: depth + 1, at: at + 2, items, after });
  }
}

/** Text of one block, and the pictures and code in it. */
function partsOf(nodes: readonly Node[], depth: number): { runs: Run[]; blocks: Block[] } {
  const reader = new BlockReader();
  reader.readAll(nodes, {}, depth + 1);
  reader.close({});
  const runs: Run[] = [];
  const blocks: Block[] = [];
  for (const block of reader.blocks)
    if (block.kind === 'paragraph') runs.push(...(runs.length > 0 ? [{ text: '\n' }] : []), ...block.runs);
    else blocks.push(block);
  return { runs, blocks };
}

function tableOf(nodes: readonly Node[]): Block {
  const rows = findAll(nodes, 'tr', 0).map((row) =>
    row.children.flatMap((cell) =>
      isTag(cell) && (cell.name === 'td' || cell.name === 'th')
        ? [{ name: cell.name, runs: partsOf(cell.children, 0).runs }]
        : [],
    ),
  );
  const [first = [], ...rest] = rows;
  const hasHead = first.length > 0 && first.every(({ name }) => name === 'th');
  const plain = (row: typeof first) => row.map(({ runs }) => runs);
  return { kind: 'table', head: hasHead ? plain(first) : [], rows: (hasHead ? rest : rows).map(plain) };
}

const findAll = (nodes: readonly Node[], name: string, depth: number): Tag[] =>
  depth > DEPTH
    ? []
    : nodes.flatMap((node) => {
        if (!isTag(node)) return [];
        return node.name === name ? [node] : findAll(node.children, name, depth + 1);
      });

const textOf = (nodes: readonly Node[], depth = 0): string =>
  depth > DEPTH
    ? ''
    : nodes.map((node) => (isText(node) ? node.data : isTag(node) ? textOf(node.children, depth + 1) : '')).join('');

function inlineLook(name: string, attribs: Readonly<Record<string, string>>, look: Look): Look {
  if (name === 'code' || name === 'kbd' || name === 'samp') return { ...look, face: 'code' };
  if (name === 'strong' || name === 'b') return { ...look, face: 'strong' };
  const { href = '' } = attribs;
  return name === 'a' && /^https?:\/\//.test(href) ? { ...look, link: href } : look;
}

const runLook = ({ face, link }: Look): Pick<Run, 'face' | 'link'> => ({
  ...(face && { face }),
  ...(link && { link }),
});

/** Without white space at both ends, and without two spaces where runs meet. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    const text = !last || /\s$/.test(last.text) ? run.text.replace(/^ +/, '') : run.text;
    if (text !== '' && (last || text.trim() !== '')) kept.push({ ...run, text });
  }
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    kept.pop();
  }
  return kept;
}
