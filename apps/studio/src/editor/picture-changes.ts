import type { Text } from '@codemirror/state';
import { escapeAlt, type PictureReference, type TextChange, unescapeAlt } from './references';

/** What the service takes for the mark of the head picture. */
const HEAD = /\[head\]|［head］|【head】|^\s*head\s*$/i;
const MARK = '[head] ';

export const isHead = ({ alt }: Pick<PictureReference, 'alt'>) => HEAD.test(unescapeAlt(alt));

/** What a picture shows, as its author wrote it. */
export function descriptionOf({ alt }: Pick<PictureReference, 'alt'>): string {
  let text = unescapeAlt(alt).trim();
  while (HEAD.test(text)) text = text.replace(HEAD, '').trim();
  return text;
}

const write = ({ altFrom, altTo }: PictureReference, alt: string): TextChange => ({
  from: altFrom,
  to: altTo,
  insert: alt,
});

export function describePicture(references: readonly PictureReference[], path: string, alt: string): TextChange[] {
  return references
    .filter((each) => each.path === path)
    .map((each) => write(each, (isHead(each) ? MARK : '') + escapeAlt(alt)));
}

/** Marks the first place of the picture, and takes the mark from every other one. */
export function chooseHead(references: readonly PictureReference[], path: string): TextChange[] {
  const chosen = references.find((each) => each.path === path);
  if (!chosen) return [];
  return references
    .filter((each) => each === chosen || isHead(each))
    .map((each) => write(each, ((each === chosen ? MARK : '') + escapeAlt(descriptionOf(each))).trimEnd()));
}

/** Takes a picture out of the text. A line with nothing else goes too, with the blank lines after it. */
export function removePicture(doc: Text, references: readonly PictureReference[], path: string): TextChange[] {
  return references
    .filter((each) => each.path === path)
    .map(({ from, to }) => {
      const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
      const rest = doc.sliceString(first.from, from) + doc.sliceString(to, last.to);
      return rest.trim() === ''
        ? { from: first.from, to: endOfBlank(doc, last.number), insert: '' }
        : { from, to, insert: '' };
    });
}

/** Where the next line begins that has a text, or the end of the document. */
function endOfBlank(doc: Text, lineNumber: number): number {
  for (let number = lineNumber + 1; number <= doc.lines; number += 1) {
    const { from, text } = doc.line(number);
    if (text.trim() !== '') return from;
  }
  return doc.length;
}
