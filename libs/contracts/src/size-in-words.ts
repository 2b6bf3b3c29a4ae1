const UNITS = ['bytes', 'KB', 'MB', 'GB'];
const STEP = 1024;

/** A size as people say it, as in `5 MB` or `7.3 MB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= STEP && unit < UNITS.length - 1; unit++) size /= STEP;
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}
