/** A field that a spreadsheet would take for a formula. Plain numbers, which may begin with a minus, are none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One line of RFC 4180, with its line end. What could be a formula begins with an apostrophe, so that no spreadsheet runs it. */
export function csvLine(fields: (string | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
