/** A client of OAuth may bring a long state. */
const LONGEST = 4_000;

/** Returns the path if it leads to a page of our own. Browsers drop tabs and line ends, and read `\` as `/`. */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > LONGEST) return null;
  return /^\/(?![/\\])[^\\\p{Cc}\p{Cs}]*$/u.test(text) ? text : null;
}

/** The address of a page that leads on to `next`. */
export const withNext = (path: string, next: string | null) =>
  next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
