const SLUG = /^[a-z0-9-]{3,32}$/;
/** Names that the service's own URLs use or may use later. */
const RESERVED = new Set(['sync', 'new', 'admin', 'api', 'studio', 'console', 'assets']);

export const SLUG_SCHEMA = { type: 'string', pattern: SLUG.source, not: { enum: [...RESERVED] } };

export const isSlug = (value: string) => SLUG.test(value);
export const isReservedSlug = (value: string) => RESERVED.has(value);

export function slugProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!isSlug(value)) return 'must have 3 to 32 characters of a-z, 0-9 and -';
  return isReservedSlug(value) ? 'is reserved' : null;
}
