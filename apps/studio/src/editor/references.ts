import { Text } from '@codemirror/state';
import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import { canonicalPath } from './picture-files';

export interface PictureReference {
  from: number;
  to: number;
  /** Where the alternative text stands. */
  altFrom: number;
  altTo: number;
  alt: string;
  path: string;
}

export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Pictures that the Markdown itself names. Those in HTML are found by the preview. */
export function picturesIn(tree: Tree, doc: Text): PictureReference[] {
  const found: PictureReference[] = [];
  tree.iterate({
    enter: ({ name, node }) => {
      if (name !== 'Image') return;
      const [open, close] = node.getChildren('LinkMark');
      const url = node.getChild('URL');
      if (!open || !close || !url) return;
      const written = doc.sliceString(url.from, url.to).replace(/^<|>$/g, '');
      found.push({
        from: node.from,
        to: node.to,
        altFrom: open.to,
        altTo: close.from,
        alt: doc.sliceString(open.to, close.from),
        path: canonicalPath(written),
      });
    },
  });
  return found;
}

export const referenceTo = (path: string, alt = '') => `![${escapeAlt(alt)}](${path})`;

/** Brackets would end the text early, and a line end would end the paragraph. */
export const escapeAlt = (alt: string) => alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');

export const unescapeAlt = (alt: string) => alt.replace(/\\([[\]\\])/g, '$1');

/**
 * Puts pictures into paragraphs of their own, near this position: after the block there, or else before it, or else at
 * the start. The first place counts where the text really shows them, so not in code, HTML or front matter.
 */
export function insertPictures(parser: Parser, doc: Text, at: number, paths: readonly string[]): TextChange {
  const block = blockAt(parser.parse(doc.toString()), at);
  const start = frontMatterEnd(doc);
  const places = [block ? doc.lineAt(block.to).to : at, block ? doc.lineAt(block.from).from : at, start];
  const changes = places.map((place) => paragraphAt(doc, Math.max(place, start), paths));
  return changes.find((change) => shows(parser, doc, change, paths)) ?? paragraphAt(doc, at, paths);
}

function paragraphAt(doc: Text, at: number, paths: readonly string[]): TextChange {
  const text = paths.map((path) => referenceTo(path)).join('\n\n');
  const [before, after] = [doc.sliceString(Math.max(0, at - 2), at), doc.sliceString(at, at + 2)];
  const lead = at === 0 || before.endsWith('\n\n') || before === '\n' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail = after.startsWith('\n\n') ? '' : after.startsWith('\n') || after === '' ? '\n' : '\n\n';
  return { from: at, to: at, insert: `${lead}${text}${after === '\n' ? '' : tail}` };
}

function shows(parser: Parser, doc: Text, { from, to, insert }: TextChange, paths: readonly string[]): boolean {
  const changed = doc.replace(from, to, Text.of(insert.split('\n')));
  const shown = new Map<string, number>();
  for (const { path } of picturesIn(parser.parse(changed.toString()), changed))
    shown.set(path, (shown.get(path) ?? 0) + 1);
  return paths.every((path) => (shown.get(path) ?? 0) > 0);
}

/** The outermost block, because a picture inside of a list, a table or code might be no picture. */
function blockAt(tree: Tree, at: number): SyntaxNode | null {
  for (const side of [1, -1] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(at, side); node; node = node.parent)
      if (node.parent?.name === 'Document' && node.name !== 'Document' && node.name !== 'Body') return node;
  }
  return null;
}

/** Where the front matter ends, or 0. A block that is never closed is none. */
export function frontMatterEnd(doc: Text): number {
  if (doc.line(1).text.trimEnd() !== '---') return 0;
  for (let number = 2; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    if (line.text.trimEnd() === '---') return line.to;
  }
  return 0;
}

/** The lines, from 1, that hold this reference as it is written. */
export function linesOf(doc: Text, written: string): number[] {
  if (written === '') return [];
  const lines: number[] = [];
  let number = 0;
  for (const text of doc.iterLines()) {
    number += 1;
    if (text.includes(written)) lines.push(number);
  }
  return lines;
}
