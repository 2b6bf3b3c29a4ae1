import { diffComm } from 'node-diff3';

export interface DiffPiece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Lines that changed, word by word, with a line around them. */
export type DiffHunk = DiffPiece[];

/** The time to compare grows with the product of the lengths, so longer parts are shown as a whole. */
const COMPARED = 1_000_000;
/** Around a change. */
const CONTEXT_LINES = 1;

export function diffReadmes(before: string, after: string): DiffHunk[] {
  const parts = compare(linesOf(before), linesOf(after));
  return parts.flatMap(({ before: removed, after: added, common }, at) => {
    if (common) return [];
    const above = parts[at - 1]?.common?.slice(-CONTEXT_LINES) ?? [];
    const below = parts[at + 1]?.common?.slice(0, CONTEXT_LINES) ?? [];
    return [merged([...same(above.join('')), ...diffWords(removed.join(''), added.join('')), ...same(below.join(''))])];
  });
}

interface Part {
  before: string[];
  after: string[];
  common: string[] | null;
}

/** Both ends that are the same are cut off first, because most changes are small. */
function compare(before: string[], after: string[]): Part[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [removed, added] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const middle: Part[] =
    removed.length * added.length > COMPARED
      ? [{ before: removed, after: added, common: null }]
      : diffComm(removed, added).map(({ common, buffer1, buffer2 }) =>
          common ? commonPart(common) : { before: buffer1, after: buffer2, common: null },
        );
  return [
    ...(start > 0 ? [commonPart(before.slice(0, start))] : []),
    ...middle.filter((part) => part.before.length + part.after.length > 0 || part.common),
    ...(end > 0 ? [commonPart(before.slice(before.length - end))] : []),
  ];
}

const commonPart = (common: string[]): Part => ({ before: [], after: [], common });

/** Each with its end, so that together they are the text. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Chinese has no spaces, so each Han character is a word. */
const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+|\s+/gu) ?? [];

const diffWords = (before: string, after: string): DiffPiece[] =>
  compare(wordsOf(before), wordsOf(after)).flatMap(({ before: removed, after: added, common }) => [
    ...same(common?.join('') ?? ''),
    ...piece('removed', removed.join('')),
    ...piece('added', added.join('')),
  ]);

const piece = (kind: DiffPiece['kind'], text: string): DiffPiece[] => (text === '' ? [] : [{ kind, text }]);
const same = (text: string) => piece('same', text);

function merged(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  for (const each of pieces) {
    const last = result.at(-1);
    if (last?.kind === each.kind) last.text += each.text;
    else result.push({ ...each });
  }
  return result;
}
