import type { Font, Glyph, Subset } from 'fontkit';

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

const ON_CURVE = 1;

/**
 * Lets a document embed a weight of a variable font. Fontkit 2.0.4 fails to write one, and writes composed letters
 * without their weight.
 */
export function embedAsDrawn(font: Font): void {
  const createSubset = font.createSubset.bind(font);
  const withGlyphs = (): Subset => {
    const subset = createSubset();
    subset._addGlyph = (id) => {
      const glyph = font.getGlyph(id);
      const bytes = encodeGlyph(glyph);
      subset.glyf.push(bytes);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({ advance: Math.round(glyph.advanceWidth), bearing: Math.round(glyph.path.bbox.minX) });
      subset.offset += bytes.length;
      return subset.glyf.length - 1;
    };
    return subset;
  };
  Object.defineProperty(font, 'createSubset', { value: withGlyphs });
}

/** A simple glyph of the table `glyf`, in full words of four bytes: without hints, and with two bytes a coordinate. */
function encodeGlyph({ path }: Glyph): Uint8Array {
  const contours = contoursOf(path);
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array(0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const flagsAt = 10 + 2 * contours.length + 2;
  const size = flagsAt + 5 * points.length;
  const bytes = Buffer.alloc(Math.ceil(size / 4) * 4);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  [contours.length, ...box].forEach((value, at) => bytes.writeInt16BE(value, 2 * at));
  let last = -1;
  contours.forEach(({ length }, at) => bytes.writeUInt16BE((last += length), 10 + 2 * at));
  points.forEach(({ isOnCurve }, at) => bytes.writeUInt8(isOnCurve ? ON_CURVE : 0, flagsAt + at));
  const write = (values: number[], from: number) =>
    values.forEach((value, at) => bytes.writeInt16BE(value - (values[at - 1] ?? 0), from + 2 * at));
  write(xs, flagsAt + points.length);
  write(ys, flagsAt + 3 * points.length);
  return bytes;
}

function contoursOf({ commands }: Glyph['path']): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    for (let at = 0; at + 1 < args.length; at += 2) {
      const isOnCurve = command !== 'quadraticCurveTo' || at > 0;
      contours.at(-1)?.push({ x: Math.round(args[at] ?? 0), y: Math.round(args[at + 1] ?? 0), isOnCurve });
    }
  }
  return contours.filter(({ length }) => length > 0);
}
