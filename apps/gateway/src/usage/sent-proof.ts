/** What a person types is six digits of the app, or else a recovery code. */
export function proofOf(code: string): Partial<Record<'code' | 'recovery_code', string>> {
  const typed = code.replaceAll(/\s/g, '');
  if (typed === '') return {};
  return /^\d{6}$/.test(typed) ? { code: typed } : { recovery_code: code.trim() };
}
