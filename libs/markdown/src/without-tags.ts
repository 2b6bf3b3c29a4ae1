export function withoutTags(text: string): string {
  const uncommented = text.replace(/<!--[^]*?(?:-->|$)/g, '');
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const start = uncommented.indexOf('<', from);
    const end = start < 0 ? -1 : uncommented.indexOf('>', start);
    // Without another `>` no tag can follow.
    if (end < 0) return pieces.join('') + uncommented.slice(from);
    pieces.push(uncommented.slice(from, start));
    from = end + 1;
  }
}
