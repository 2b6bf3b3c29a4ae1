/**
 * Text that others wrote, on its way to a model: it stands between two lines that hold a word which nobody could guess
 * when it was written, so that nothing in it can end it.
 */

export interface DataBlock {
  /** What it is: `readme`, `log 3`. Ours, never of those who wrote the text. */
  name: string;
  text: string;
}

const BEGIN = /^=== BEGIN DATA ([0-9a-f]{32}) (.+) ===$/;
const beginLine = (fence: string, name: string) => `=== BEGIN DATA ${fence} ${name} ===`;
const endLine = (fence: string) => `=== END DATA ${fence} ===`;

/**
 * `fence`: 32 hexadecimal digits, drawn at random after the texts were written. It cannot be in them, and is taken out
 * all the same.
 */
export function fenceData(fence: string, blocks: readonly DataBlock[]): string {
  return blocks
    .map(({ name, text }) => [beginLine(fence, name), text.replaceAll(fence, '?'), endLine(fence)].join('\n'))
    .join('\n');
}

/** The blocks of a text that begins with one, or undefined for any other text. */
export function readFencedData(text: string): DataBlock[] | undefined {
  const lines = text.split('\n');
  const fence = BEGIN.exec(lines[0] ?? '')?.[1];
  if (fence === undefined) return undefined;
  const blocks: DataBlock[] = [];
  let open: { name: string; from: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const begun = open === undefined ? BEGIN.exec(line) : null;
    if (begun?.[1] === fence) open = { name: begun[2] ?? '', from: at + 1 };
    else if (open && line === endLine(fence)) {
      blocks.push({ name: open.name, text: lines.slice(open.from, at).join('\n') });
      open = undefined;
    }
  }
  return blocks;
}
