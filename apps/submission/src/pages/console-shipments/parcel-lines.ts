export interface Parcel {
  slug: string;
  carrier: string | null;
  tracking: string | null;
}

export const MOST_LINES = 100;

/** What stands between tabs keeps its spaces. Else the first word is the slug and the last one the tracking number. */
function partsIn(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((part) => part.trim());
  const words = line.trim().split(/\s+/);
  return [words[0] ?? '', words.slice(1, -1).join(' '), words.length > 1 ? (words.at(-1) ?? '') : ''];
}

const linesIn = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');

/**
 * Reads a pasted list. Each line has a slug, a carrier and a tracking number. With ticked rows, a line has no slug, and
 * belongs to the row of its place. A row or a line that is left over is a parcel that lacks something.
 */
export function readParcels(text: string, ticked: readonly string[]): Parcel[] {
  const lines = linesIn(text);
  const count = ticked.length === 0 ? lines.length : Math.max(lines.length, ticked.length);
  return Array.from({ length: count }, (_, at) => {
    const line = lines[at] ?? '';
    const [slug = '', carrier = '', tracking = ''] = partsIn(
      ticked.length === 0 ? line : `${ticked[at] ?? '?'} ${line}`,
    );
    return { slug, carrier: carrier === '' ? null : carrier, tracking: tracking === '' ? null : tracking };
  });
}

/** As `readParcels` reads it. */
export const writeParcels = (parcels: readonly Parcel[]): string =>
  parcels.map(({ slug, carrier, tracking }) => [slug, carrier ?? '', tracking ?? ''].join('\t')).join('\n');
