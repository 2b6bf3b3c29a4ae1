/** A field that a spreadsheet would treat as a formula. Plain numbers, which may start with a minus, are not. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns one RFC 4180 line with its line end. A field that could be a formula gets an apostrophe, so that no
 * spreadsheet runs it.
 */
export function csvLine(fields: (string | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
