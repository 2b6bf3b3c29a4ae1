import { isWellFormedToken, type TokenPrefix } from '@shipyard/auth';

const PREFIXES: TokenPrefix[] = ['pst_', 'gwk_', 'gwa_'];
const TOKEN_LENGTH = 42;

export function leaksToken(text: string): boolean {
  return PREFIXES.some((prefix) => {
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      if (isWellFormedToken(prefix, text.slice(at, at + TOKEN_LENGTH))) return true;
    }
    return false;
  });
}
