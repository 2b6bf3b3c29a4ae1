/** The line of a place in a text, from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The line of a place in a text as it was read. Null if the place is not known. */
export function lineOfText(bytes: Uint8Array, position: number | null): number | null {
  return position === null
    ? null
    : lineAt(
        Buffer.from(bytes)
          .toString()
          .replace(/^\uFEFF/, '')
          .replace(/\r\n?/g, '\n'),
        position,
      );
}

/** Blank lines before and after a text say nothing, and an editor may change them. */
export function withoutBlankEnds(text: string): string {
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0 && text.slice(from, end).trim() === ''; end = text.indexOf('\n', from))
    from = end + 1;
  return text.slice(from).trimEnd();
}
