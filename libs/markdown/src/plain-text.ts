import { isTag, isText, type Tree } from './html-tree';

const BLOCKS = new Set(
  'blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
type Node = Tree['children'][number];

export class PlainText {
  private readonly pieces: string[] = [];

  add({ children }: Tree): this {
    for (const node of children) collect(node, this.pieces, false);
    return this;
  }

  finish(): string {
    const lines = this.pieces.join('').split('\n');
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
  }
}

function collect(node: Node, pieces: string[], keepsSpace: boolean): void {
  if (isText(node)) {
    const text = keepsSpace ? node.data : node.data.replace(/[^\S\u00A0]+/g, ' ');
    if (text !== ' ' || !pieces.at(-1)?.endsWith('\n')) pieces.push(text);
    return;
  }
  if (!isTag(node)) return;
  if (node.name === 'br') pieces.push('\n');
  if (node.name === 'img') pieces.push(node.attribs.alt ?? '');
  const endLine = () => {
    if (BLOCKS.has(node.name) && pieces.length > 0 && !pieces.at(-1)?.endsWith('\n')) pieces.push('\n');
  };
  endLine();
  for (const child of node.children) collect(child, pieces, keepsSpace || node.name === 'pre');
  if (node.name === 'td' || node.name === 'th') pieces.push(' ');
  endLine();
}
