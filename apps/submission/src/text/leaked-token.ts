import { isWellFormedToken, type TokenPrefix } from '@shipyard/auth';

/** Of what lasts: credentials and sessions of interviews are over before anybody could read them. */
const PREFIXES: TokenPrefix[] = ['pst_', 'gwk_', 'gwa_'];
const TOKEN_LENGTH = 42;

/** Whether a text holds anything with the prefix and the checksum of one of our tokens. */
export function leaksToken(text: string): boolean {
  return PREFIXES.some((prefix) => {
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      if (isWellFormedToken(prefix, text.slice(at, at + TOKEN_LENGTH))) return true;
    }
    return false;
  });
}
