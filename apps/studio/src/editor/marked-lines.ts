/** The lines of a text, and whether the other text lacks them. */
export function markedLines(text: string, other: string): { line: string; isOnlyHere: boolean }[] {
  const others = new Set(other.split('\n').map((line) => line.trim()));
  return text.split('\n').map((line) => ({ line, isOnlyHere: !others.has(line.trim()) }));
}
