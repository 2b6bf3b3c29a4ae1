/** Checks the property only, because `instanceof` fails for Node's errors in a test runner's realm. */
export function errorCodeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
