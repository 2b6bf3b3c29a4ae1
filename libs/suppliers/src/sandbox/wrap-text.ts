/** Characters that take two columns: Chinese, Japanese, Korean, and pictographs. */
const WIDE =
  '\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}';
const IS_WIDE = new RegExp(`[${WIDE}]`, 'u');

/** Breaks lines between words, around wide characters, and inside long words. Excess text ends in an ellipsis. */
export function wrapText(text: string, columns: number, mostLines: number): string[] {
  const pieces =
    text.slice(0, columns * (mostLines + 1)).match(new RegExp(`\\s+|[${WIDE}]|[^\\s${WIDE}]{1,${columns}}`, 'gu')) ??
    [];
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (columnsOf(line + piece.trim()) <= columns) {
      line += piece.trim() === '' ? ' ' : piece;
    } else {
      lines.push(line.trim());
      line = piece.trim();
    }
  }
  lines.push(line.trim());
  const shown = lines.filter((each) => each !== '');
  return shown.length <= mostLines
    ? shown
    : [...shown.slice(0, mostLines - 1), shorten(shown[mostLines - 1] ?? '', columns)];
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += IS_WIDE.test(character) ? 2 : 1;
  return columns;
}

function shorten(line: string, columns: number): string {
  const characters = [...line];
  while (columnsOf(characters.join('')) >= columns) characters.pop();
  return `${characters.join('')}…`;
}
