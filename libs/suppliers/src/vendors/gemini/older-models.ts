/**
 * Generations 1 and 2 think in budgets and want no signatures; later ones think in levels, and refuse a call without a
 * signature.
 */
export function isOlderModel(model: string): boolean {
  return /^(?:models\/)?gemini-[12][.-]/.test(model);
}
