/** Generations 1 and 2 have thinking budgets. Later ones refuse a call without a signature. */
export function isOlderModel(model: string): boolean {
  return /^(?:models\/)?gemini-[12][.-]/.test(model);
}
