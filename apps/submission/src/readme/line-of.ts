const LONGEST = 2_000;

/** Null if the text is not there, is on several lines, or is too long to look for. Lines count from 1. */
export function lineOf(written: string, markdown: string): number | null {
  if (written === '' || written.length > LONGEST) return null;
  const first = markdown.indexOf(written);
  if (first < 0) return null;
  const lineEnd = markdown.indexOf('\n', first);
  if (lineEnd >= 0 && markdown.includes(written, lineEnd)) return null;
  return markdown.slice(0, first).split('\n').length;
}
