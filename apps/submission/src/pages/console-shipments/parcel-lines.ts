export interface Parcel {
  slug: string;
  carrier: string | null;
  tracking: string | null;
}

export const MOST_LINES = 100;

const SEPARATOR = /[,;，；]/;
const SPACE_OR_SEPARATOR = /[\s,;，；]/;

/** A comma at the end of a text separates nothing. */
function bare(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE_OR_SEPARATOR.test(text.charAt(start))) start += 1;
  while (end > start && SPACE_OR_SEPARATOR.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A tab ends the slug, or the first of three columns, or else its first word. */
function slugAndRest(line: string): [slug: string, rest: string] {
  const hasTab = line.includes('\t');
  const text = hasTab ? line : bare(line);
  const end = hasTab ? /\t/ : text.split(SEPARATOR).length > 2 ? SEPARATOR : SPACE_OR_SEPARATOR;
  const at = text.search(end);
  return at === -1 ? [bare(text), ''] : [bare(text.slice(0, at)), text.slice(at + 1)];
}

/** Between tabs either may be missing. Else the last column is the tracking number, or without columns the last word. */
function carrierAndTracking(text: string): [carrier: string, tracking: string] {
  if (text.includes('\t')) {
    const [carrier = '', tracking = ''] = text.split('\t');
    return [bare(carrier), bare(tracking)];
  }
  const columns = bare(text).split(SEPARATOR).map(bare);
  const parts = (columns.length > 1 ? columns : bare(text).split(/\s+/)).filter((part) => part !== '');
  return [parts.slice(0, -1).join(' '), parts.at(-1) ?? ''];
}

const linesIn = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');

/**
 * Reads a pasted list. Each line has a slug, a carrier and a tracking number, with tabs, commas, semicolons or spaces
 * between. With ticked rows, a line has no slug, and belongs to the row of its place. A row or a line that is left over
 * is a parcel that lacks something.
 */
export function readParcels(text: string, ticked: readonly string[]): Parcel[] {
  const lines = linesIn(text);
  const count = ticked.length === 0 ? lines.length : Math.max(lines.length, ticked.length);
  return Array.from({ length: count }, (_, at) => {
    const line = lines[at] ?? '';
    const [slug, rest] = ticked.length === 0 ? slugAndRest(line) : [ticked[at] ?? '?', line];
    const [carrier, tracking] = carrierAndTracking(rest);
    return { slug, carrier: carrier === '' ? null : carrier, tracking: tracking === '' ? null : tracking };
  });
}

/** As `readParcels` reads it. */
export const writeParcels = (parcels: readonly Parcel[]): string =>
  parcels.map(({ slug, carrier, tracking }) => [slug, carrier ?? '', tracking ?? ''].join('\t')).join('\n');
