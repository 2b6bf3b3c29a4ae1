import { isWellFormedToken, type TokenPrefix } from './token-format';

const PREFIXES: TokenPrefix[] = ['pst_', 'gwk_', 'gwa_'];
const TOKEN_LENGTH = 42;

export const leaksToken = (text: string): boolean => leakedTokenAt(text) !== null;

/** The place of the first service token in a text. */
export function leakedTokenAt(text: string): number | null {
  const places = PREFIXES.flatMap((prefix) => {
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      if (isWellFormedToken(prefix, text.slice(at, at + TOKEN_LENGTH))) return [at];
    }
    return [];
  });
  return places.length > 0 ? Math.min(...places) : null;
}
