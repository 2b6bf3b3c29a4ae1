/** Pixels of a decoded image, four bytes each: red, green, blue, and how much of it is seen. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Returns a smaller image. Each new pixel is the mean of the old ones that it covers. What nobody sees does not count,
 * so that the edge of a drawing keeps its color.
 */
export function scaledPixels({ data, width, height }: Pixels, longestSide: number): Pixels {
  const factor = Math.min(1, longestSide / Math.max(width, height));
  if (factor === 1) return { data, width, height };
  const target = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  const scaled = new Uint8ClampedArray(target.width * target.height * 4);
  for (let y = 0; y < target.height; y++) {
    const [top, bottom] = covered(y, target.height, height);
    for (let x = 0; x < target.width; x++) {
      const [left, right] = covered(x, target.width, width);
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          const seen = data[at + 3] ?? 0;
          red += (data[at] ?? 0) * seen;
          green += (data[at + 1] ?? 0) * seen;
          blue += (data[at + 2] ?? 0) * seen;
          alpha += seen;
        }
      const mean = alpha === 0 ? [0, 0, 0] : [red / alpha, green / alpha, blue / alpha];
      scaled.set([...mean, alpha / ((bottom - top) * (right - left))], (y * target.width + x) * 4);
    }
  }
  return { data: scaled, ...target };
}

/** The old rows or columns that a new one covers: at least one. */
function covered(index: number, count: number, before: number): [from: number, to: number] {
  const from = Math.floor((index * before) / count);
  return [from, Math.max(from + 1, Math.floor(((index + 1) * before) / count))];
}
