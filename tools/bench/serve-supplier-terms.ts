/** For so long the benchmark's supplier draws a picture. In milliseconds. */
export const DRAWING_MS = 5_000;
