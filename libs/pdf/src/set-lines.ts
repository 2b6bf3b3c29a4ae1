import LineBreaker from 'linebreak';
import type { Face, FontBook, FontPiece } from './font-book';

export interface Run {
  text: string;
  /** Default: the face of the block. */
  face?: Face;
  /** A URL. */
  link?: string;
}

export interface Piece extends FontPiece {
  width: number;
  link: string | undefined;
}

export interface Line {
  pieces: Piece[];
  width: number;
}

export interface Measure {
  face: Face;
  size: number;
  width: number;
}

/**
 * Sets runs in lines.
 * 1. The rules of Unicode say where a line may end, in Chinese too.
 * 2. A part that is wider than a line is cut between letters.
 * 3. Spaces at the end of a line take no room.
 */
export function setLines(book: FontBook, runs: readonly Run[], { face, size, width }: Measure): Line[] {
  const lines: Line[] = [{ pieces: [], width: 0 }];
  const add = (pieces: Piece[]) => {
    const line = lines.at(-1);
    if (!line) return;
    for (const piece of pieces) line.pieces.push(piece);
    line.width += widthOf(pieces);
  };
  for (const { runs: part, isLast } of partsOf(runs)) {
    const measured = (each: readonly Run[]) => each.flatMap((run) => measure(book, run, face, size));
    const pieces = measured(part);
    const bare = part.at(-1)?.text.endsWith(' ') ? widthOf(measured(trimmedEnd(part))) : widthOf(pieces);
    const isBegun = (lines.at(-1)?.width ?? 0) > 0;
    if (isBegun && (lines.at(-1)?.width ?? 0) + bare > width) lines.push({ pieces: [], width: 0 });
    if (bare <= width) add(pieces);
    else
      for (const letter of lettersOf(part)) {
        const one = measured([letter]);
        const line = lines.at(-1);
        if (line && line.width > 0 && line.width + widthOf(one) > width) lines.push({ pieces: [], width: 0 });
        add(one);
      }
    if (isLast) lines.push({ pieces: [], width: 0 });
  }
  return lines.map(({ pieces, ...line }) => ({ ...line, pieces: joined(pieces) }));
}

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { width }) => sum + width, 0);

function measure(book: FontBook, { text, face, link }: Run, usual: Face, size: number): Piece[] {
  return book.split(text, face ?? usual).map((piece) => ({
    ...piece,
    link,
    width: book.widthOf(piece) * size,
  }));
}

/** The parts between which a line may end. The last of a line that ends with a line feed says so. */
function* partsOf(runs: readonly Run[]): Generator<{ runs: Run[]; isLast: boolean }> {
  const breaker = new LineBreaker(runs.map(({ text }) => text).join(''));
  let [from, at, offset] = [0, 0, 0];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const part: Run[] = [];
    let isLast = false;
    while (from < next.position) {
      const run = runs[at];
      if (!run) break;
      const end = Math.min(run.text.length, offset + next.position - from);
      const text = run.text.slice(offset, end);
      isLast = next.required && text.endsWith('\n');
      if (text !== '') part.push({ ...run, text: text.replace(/\n/g, '') });
      from += end - offset;
      offset = end;
      if (offset === run.text.length) [at, offset] = [at + 1, 0];
    }
    yield { runs: part, isLast };
  }
}

function trimmedEnd(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  return last ? [...runs.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [];
}

const lettersOf = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run) => Array.from(run.text, (text) => ({ ...run, text })));

/** Neighbours in one font are drawn at once. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && last.cut === piece.cut && last.link === piece.link) {
      last.text += piece.text;
      last.width += piece.width;
    } else all.push({ ...piece });
  }
  return all;
}
