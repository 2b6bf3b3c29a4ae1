/** How long the benchmark's supplier takes per image, in milliseconds. */
export const DRAWING_MS = 5_000;
