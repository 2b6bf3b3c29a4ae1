/** The code points that a TrueType font has a glyph for: the formats 4 and 12 of its table `cmap`. */
export function lettersOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (record === undefined) return [];
  const cmap = font.subarray(font.readUInt32BE(record + 8));
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.subarray(cmap.readUInt32BE(8 + 8 * at))).flatMap(
    (table) => {
      const format = table.readUInt16BE(0);
      if (format === 4) return segmentsOf(table);
      return format === 12 ? groupsOf(table) : [];
    },
  );
}

function segmentsOf(table: Buffer): number[] {
  const size = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size];
  const letters: number[] = [];
  for (let at = 0; at < size; at += 2) {
    const first = table.readUInt16BE(starts + at);
    const last = table.readUInt16BE(ends + at);
    const offset = table.readUInt16BE(offsets + at);
    for (let letter = first; letter <= last && letter < 0xffff; letter += 1) {
      const glyph =
        offset === 0
          ? (letter + table.readUInt16BE(deltas + at)) & 0xffff
          : table.readUInt16BE(offsets + at + offset + 2 * (letter - first));
      if (glyph !== 0) letters.push(letter);
    }
  }
  return letters;
}

function groupsOf(table: Buffer): number[] {
  const letters: number[] = [];
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const at = 16 + 12 * group;
    const last = table.readUInt32BE(at + 4);
    for (let letter = table.readUInt32BE(at); letter <= last; letter += 1) letters.push(letter);
  }
  return letters;
}
