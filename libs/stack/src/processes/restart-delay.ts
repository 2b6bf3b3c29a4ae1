const FIRST_MS = 500;
const LONGEST_MS = 10_000;
const SETTLED_AFTER_MS = 30_000;

export function restartDelayMs(previousDelayMs: number | null, wasUpForMs: number): number {
  if (previousDelayMs === null || wasUpForMs >= SETTLED_AFTER_MS) return FIRST_MS;
  return Math.min(previousDelayMs * 2, LONGEST_MS);
}
