import { isWellFormedToken, type TokenPrefix } from './token-format';

export type TextResult =
  | { text: string }
  /** `at`: the place in the text as it was sent, where it is known. */
  | { kind: 'invalid'; problem: string; at: number | null }
  | { kind: 'tooLarge'; limitBytes: number };

/** Valid UTF-8 without NUL, LF line ends, no BOM. `maxBytes` applies to the result. Refuses a text with a service token. */
export function readTextBytes(bytes: Uint8Array, maxBytes: number): TextResult {
  try {
    return readTextBody(new TextDecoder('utf-8', { fatal: true }).decode(bytes), maxBytes);
  } catch {
    return { kind: 'invalid', problem: 'must be valid UTF-8', at: null };
  }
}

export function readTextBody(sent: string, maxBytes: number): TextResult {
  // JSON can contain lone surrogates, which UTF-8 cannot.
  const surrogate = sent.search(/\p{Cs}/u);
  if (surrogate >= 0) return { kind: 'invalid', problem: 'must be valid Unicode', at: surrogate };
  const nul = sent.indexOf('\0');
  if (nul >= 0) return { kind: 'invalid', problem: 'must not contain NUL characters', at: nul };
  const text = sent.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (Buffer.byteLength(text) > maxBytes) return { kind: 'tooLarge', limitBytes: maxBytes };
  const token = leakedTokenAt(text);
  if (token === null) return { text };
  return {
    kind: 'invalid',
    problem: 'contains an access token: remove it here, and revoke it, because others may have seen it',
    at: token,
  };
}

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
