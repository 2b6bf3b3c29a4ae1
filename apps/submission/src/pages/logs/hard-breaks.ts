/** What a block of code begins and ends with. */
const FENCE = /^\s*(`{3,}|~{3,})/;
const TWO_SPACES = '  ';

/**
 * Ends each line with two spaces if a line of text follows, so that Markdown keeps the line end. A blank line begins a new
 * paragraph anyway. Code keeps its line ends, and a backslash at the end of a line is a line end already.
 */
export function withHardBreaks(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let fence: string | null = null;
  return lines
    .map((line, at) => {
      const before = fence;
      fence = fenceAfter(before, line);
      const isCode = before !== null || fence !== null;
      const isLast = isBlank(line) || isBlank(lines[at + 1] ?? '');
      return isCode || isLast || line.endsWith('\\') ? line : line.trimEnd() + TWO_SPACES;
    })
    .join('\n');
}

const isBlank = (line: string) => line.trim() === '';

/** A line that begins code may name its language, without a backtick. The line that ends it repeats the mark alone. */
function fenceAfter(fence: string | null, line: string): string | null {
  const [start = '', mark] = FENCE.exec(line) ?? [];
  if (mark === undefined) return fence;
  const rest = line.slice(start.length);
  if (fence !== null) return mark.startsWith(fence) && isBlank(rest) ? null : fence;
  return mark.startsWith('`') && rest.includes('`') ? null : mark;
}
