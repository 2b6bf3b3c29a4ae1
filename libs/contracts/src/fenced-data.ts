/** Untrusted text for a model, between two lines with a random word, so that nothing in it can end it. */

export interface DataBlock {
  name: string;
  text: string;
}

const BEGIN = /^=== BEGIN DATA ([0-9a-f]{32}) (.+) ===$/;
const beginLine = (fence: string, name: string) => `=== BEGIN DATA ${fence} ${name} ===`;
const endLine = (fence: string) => `=== END DATA ${fence} ===`;

/** `fence`: 32 random hexadecimal digits, drawn after the texts were written. It is removed from them anyway. */
export function fenceData(fence: string, blocks: readonly DataBlock[]): string {
  return blocks
    .map(({ name, text }) => [beginLine(fence, name), text.replaceAll(fence, '?'), endLine(fence)].join('\n'))
    .join('\n');
}

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
