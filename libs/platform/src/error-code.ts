/**
 * The code of a system's error (`ENOENT`, `ECONNREFUSED`), or '' where there is none.
 * By the property alone: a test runner's realm has an Error of its own, so `instanceof` would miss the errors of Node's core.
 */
export function errorCodeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
