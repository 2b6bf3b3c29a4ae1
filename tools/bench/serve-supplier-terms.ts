export const DRAWING_MS = 5_000;
