/** Why a value is no time zone, in words that follow its name; null when it is one. */
export function timeZoneProblem(value: unknown): string | null {
  const problem = 'must be the name of a time zone, such as Asia/Shanghai';
  // Intl also takes offsets, which have no name in Postgres.
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value)) return problem;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return null;
  } catch {
    return problem;
  }
}
